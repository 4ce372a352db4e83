import { goSlow } from '../../server/test/tier.ts'

goSlow()
await import('./demo.process.test.ts')
