import { goSlow } from '../../test/tier.ts'

goSlow()
await import('./upload-pdf.test.ts')
