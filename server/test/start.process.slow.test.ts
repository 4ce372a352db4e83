import { goSlow } from './tier.ts'

goSlow()
await import('./start.process.test.ts')
