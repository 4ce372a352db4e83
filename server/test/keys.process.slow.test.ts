import { goSlow } from './tier.ts'

goSlow()
await import('./keys.process.test.ts')
