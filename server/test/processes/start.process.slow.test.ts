import { goSlow } from '../harness/tier.ts'

goSlow()
await import('./start.process.test.ts')
