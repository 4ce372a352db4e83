import { goSlow } from '../../../test/harness/tier.ts'

goSlow()
await import('./inspect-document.test.ts')
