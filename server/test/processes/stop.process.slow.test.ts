import { goSlow } from '../harness/tier.ts'

goSlow()
await import('./stop.process.test.ts')
