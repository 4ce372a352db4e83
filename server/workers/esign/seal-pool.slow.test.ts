import { goSlow } from '../../test/harness/tier.ts'

goSlow()
await import('./seal-pool.test.ts')
