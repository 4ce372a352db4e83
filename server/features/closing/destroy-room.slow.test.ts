import { goSlow } from '../../test/harness/tier.ts'

goSlow()
await import('./destroy-room.test.ts')
