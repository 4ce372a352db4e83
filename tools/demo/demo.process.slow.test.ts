import { goSlow } from '../../server/test/harness/tier.ts'

goSlow()
await import('./demo.process.test.ts')
