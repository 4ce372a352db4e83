import { goSlow } from '../../../test/harness/tier.ts'

goSlow()
await import('./view-document.test.ts')
