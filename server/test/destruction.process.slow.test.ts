import { goSlow } from './tier.ts'

goSlow()
await import('./destruction.process.test.ts')
