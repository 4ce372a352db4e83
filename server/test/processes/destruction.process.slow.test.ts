import { goSlow } from '../harness/tier.ts'

goSlow()
await import('./destruction.process.test.ts')
