import { goSlow } from '../../test/harness/tier.ts'

goSlow()
await import('./watermark-pool.test.ts')
