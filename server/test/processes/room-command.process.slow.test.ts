import { goSlow } from '../harness/tier.ts'

goSlow()
await import('./room-command.process.test.ts')
