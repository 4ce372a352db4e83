import { goSlow } from '../../test/tier.ts'

goSlow()
await import('./render-pool.test.ts')
