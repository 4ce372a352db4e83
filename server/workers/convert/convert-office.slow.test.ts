import { goSlow } from '../../test/harness/tier.ts'

goSlow()
await import('./convert-office.test.ts')
