import { goSlow } from '../../../test/harness/tier.ts'

goSlow()
await import('./load-rendition.test.ts')
