import { goSlow } from '../../../../test/harness/tier.ts'

goSlow()
await import('./ooxml-content.test.ts')
