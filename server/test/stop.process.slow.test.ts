import { goSlow } from './tier.ts'

goSlow()
await import('./stop.process.test.ts')
