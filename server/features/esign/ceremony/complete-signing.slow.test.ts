import { goSlow } from '../../../test/harness/tier.ts'

goSlow()
await import('./complete-signing.test.ts')
