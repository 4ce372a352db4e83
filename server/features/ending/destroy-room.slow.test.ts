import { goSlow } from '../../test/tier.ts'

goSlow()
await import('./destroy-room.test.ts')
