import { goSlow } from '../../test/tier.ts'

goSlow()
await import('./read-content.test.ts')
