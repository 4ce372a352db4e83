import { goSlow } from '../harness/tier.ts'

goSlow()
await import('./crash.process.test.ts')
