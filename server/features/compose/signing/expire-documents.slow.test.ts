import { goSlow } from '../../../test/tier.ts'

goSlow()
await import('./expire-documents.test.ts')
