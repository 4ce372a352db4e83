import { goSlow } from '../../test/harness/tier.ts'

goSlow()
await import('./deliveries.test.ts')
