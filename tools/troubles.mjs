// npm run troubles: shows, searches, stamps and seals every small PDF of the corpus of troubles, of which npm test takes a few.
import { prepare } from './lib/prepare.mjs'
import { bin } from './lib/project.mjs'
import { runNode } from './lib/run.mjs'

await prepare()
const files = ['server/features/renditions/troubles.slow.test.ts', 'server/workers/seal/troubles.slow.test.ts']
process.exitCode = await runNode([bin('vitest'), 'run', '--project', 'slow', ...files], { last: true })
