import { goSlow } from '../../test/tier.ts'

goSlow()
await import('./search-contents.test.ts')
