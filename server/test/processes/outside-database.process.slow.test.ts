import { goSlow } from '../harness/tier.ts'

goSlow()
await import('./outside-database.process.test.ts')
