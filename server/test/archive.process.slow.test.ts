import { goSlow } from './tier.ts'

goSlow()
await import('./archive.process.test.ts')
