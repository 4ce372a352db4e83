import { goSlow } from '../../test/tier.ts'

goSlow()
await import('./reading.test.ts')
