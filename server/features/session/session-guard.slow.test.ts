import { goSlow } from '../../test/harness/tier.ts'

goSlow()
await import('./session-guard.test.ts')
