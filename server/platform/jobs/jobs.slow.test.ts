import { goSlow } from '../../test/harness/tier.ts'

goSlow()
await import('./jobs.test.ts')
