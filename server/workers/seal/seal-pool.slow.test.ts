import { goSlow } from '../../test/tier.ts'

goSlow()
await import('./seal-pool.test.ts')
