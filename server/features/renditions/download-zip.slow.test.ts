import { goSlow } from '../../test/tier.ts'

goSlow()
await import('./download-zip.test.ts')
