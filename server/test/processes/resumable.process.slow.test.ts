import { goSlow } from '../harness/tier.ts'

goSlow()
await import('./resumable.process.test.ts')
