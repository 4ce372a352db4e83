import { goSlow } from '../../../test/harness/tier.ts'

goSlow()
await import('./upload-pdf.test.ts')
