import { goSlow } from '../../test/harness/tier.ts'

goSlow()
await import('./search-contents.test.ts')
