import { goSlow } from '../../test/tier.ts'

goSlow()
await import('./fetch-file.test.ts')
