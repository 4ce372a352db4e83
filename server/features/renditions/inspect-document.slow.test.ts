import { goSlow } from '../../test/tier.ts'

goSlow()
await import('./inspect-document.test.ts')
