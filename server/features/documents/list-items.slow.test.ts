import { goSlow } from '../../test/tier.ts'

goSlow()
await import('./list-items.test.ts')
