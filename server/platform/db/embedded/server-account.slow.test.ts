import { goSlow } from '../../../test/tier.ts'

goSlow()
await import('./server-account.test.ts')
