import { goSlow } from '../../../test/harness/tier.ts'

goSlow()
await import('./trash-item.test.ts')
