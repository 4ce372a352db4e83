import { goSlow } from './tier.ts'

goSlow()
await import('./crash.process.test.ts')
