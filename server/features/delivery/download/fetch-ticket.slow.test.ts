import { goSlow } from '../../../test/harness/tier.ts'

goSlow()
await import('./fetch-ticket.test.ts')
