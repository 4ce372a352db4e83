import { goSlow } from '../../test/harness/tier.ts'

goSlow()
await import('./hostile-document.test.ts')
