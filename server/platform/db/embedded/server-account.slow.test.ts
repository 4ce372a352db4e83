import { goSlow } from '../../../test/harness/tier.ts'

goSlow()
await import('./server-account.test.ts')
