import { goSlow } from '../../test/tier.ts'

goSlow()
await import('./convert-office.test.ts')
