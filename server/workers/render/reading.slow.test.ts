import { goSlow } from '../../test/harness/tier.ts'

goSlow()
await import('./reading.test.ts')
