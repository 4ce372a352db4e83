import { goSlow } from '../../test/tier.ts'

goSlow()
await import('./archive.test.ts')
