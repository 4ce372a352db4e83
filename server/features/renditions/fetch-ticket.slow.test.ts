import { goSlow } from '../../test/tier.ts'

goSlow()
await import('./fetch-ticket.test.ts')
