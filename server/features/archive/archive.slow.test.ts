import { goSlow } from '../../test/harness/tier.ts'

goSlow()
await import('./archive.test.ts')
