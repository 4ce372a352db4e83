import { goSlow } from '../../test/tier.ts'

goSlow()
await import('./trash-item.test.ts')
