import { goSlow } from '../../../test/harness/tier.ts'

goSlow()
await import('./leftover-server.test.ts')
