import { goSlow } from '../../test/tier.ts'

goSlow()
await import('./view-document.test.ts')
