import { goSlow } from '../../test/tier.ts'

goSlow()
await import('./stamp-pool.test.ts')
