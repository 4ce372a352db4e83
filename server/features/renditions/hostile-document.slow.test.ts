import { goSlow } from '../../test/tier.ts'

goSlow()
await import('./hostile-document.test.ts')
