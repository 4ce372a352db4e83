import { goSlow } from '../../../test/harness/tier.ts'

goSlow()
await import('./list-items.test.ts')
