import { goSlow } from '../../../test/harness/tier.ts'

goSlow()
await import('./download-zip.test.ts')
