import { goSlow } from './tier.ts'

goSlow()
await import('./resumable.process.test.ts')
