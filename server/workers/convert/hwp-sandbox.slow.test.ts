import { goSlow } from '../../test/harness/tier.ts'

goSlow()
await import('./hwp-sandbox.test.ts')
