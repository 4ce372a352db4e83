import { goSlow } from '../../test/tier.ts'

goSlow()
await import('./hwp-cage.test.ts')
