import { goSlow } from '../../../test/tier.ts'

goSlow()
await import('./ooxml-content.test.ts')
