import { goSlow } from '../../../test/tier.ts'

goSlow()
await import('./leftover-server.test.ts')
