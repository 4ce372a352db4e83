import { goSlow } from '../../test/tier.ts'

goSlow()
await import('./session-guard.test.ts')
