import { goSlow } from '../../../test/tier.ts'

goSlow()
await import('./complete-signing.test.ts')
