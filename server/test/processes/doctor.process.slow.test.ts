import { goSlow } from '../harness/tier.ts'

goSlow()
await import('./doctor.process.test.ts')
