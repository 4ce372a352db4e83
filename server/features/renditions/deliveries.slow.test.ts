import { goSlow } from '../../test/tier.ts'

goSlow()
await import('./deliveries.test.ts')
