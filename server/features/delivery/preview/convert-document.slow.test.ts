import { goSlow } from '../../../test/harness/tier.ts'

goSlow()
await import('./convert-document.test.ts')
