import { goSlow } from '../../test/tier.ts'

goSlow()
await import('./load-rendition.test.ts')
