import { goSlow } from '../../../test/harness/tier.ts'

goSlow()
await import('./render-pool.test.ts')
