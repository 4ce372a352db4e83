import { goSlow } from '../../../test/harness/tier.ts'

goSlow()
await import('./expire-documents.test.ts')
