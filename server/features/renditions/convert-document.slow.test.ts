import { goSlow } from '../../test/tier.ts'

goSlow()
await import('./convert-document.test.ts')
