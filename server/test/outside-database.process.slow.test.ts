import { goSlow } from './tier.ts'

goSlow()
await import('./outside-database.process.test.ts')
