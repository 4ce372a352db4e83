import { goSlow } from '../../test/tier.ts'

goSlow()
await import('./measure-items.test.ts')
