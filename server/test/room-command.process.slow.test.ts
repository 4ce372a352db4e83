import { goSlow } from './tier.ts'

goSlow()
await import('./room-command.process.test.ts')
