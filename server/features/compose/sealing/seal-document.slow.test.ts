import { goSlow } from '../../../test/tier.ts'

goSlow()
await import('./seal-document.test.ts')
