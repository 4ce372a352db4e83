// npm run troubles: shows, searches and stamps every small PDF of the corpus of troubles, of which npm test takes a part.
import { prepare } from './lib/prepare.mjs'
import { bin } from './lib/project.mjs'
import { runNode } from './lib/run.mjs'

await prepare()
const env = { ...process.env, TROUBLES: 'all' }
process.exitCode = await runNode([bin('vitest'), 'run', 'server/features/renditions/troubles.test.ts'], { env, last: true })
