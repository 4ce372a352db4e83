import { goSlow } from './tier.ts'

goSlow()
await import('./purge.process.test.ts')
