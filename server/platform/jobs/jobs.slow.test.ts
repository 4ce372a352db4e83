import { goSlow } from '../../test/tier.ts'

goSlow()
await import('./jobs.test.ts')
