import { goSlow } from '../../../test/harness/tier.ts'

goSlow()
await import('./measure-items.test.ts')
