import { goSlow } from '../../test/harness/tier.ts'

goSlow()
await import('./read-content.test.ts')
