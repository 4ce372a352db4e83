import { prepare } from '../lib/prepare.mjs'
import { bin } from '../lib/project.mjs'
import { runNode } from '../lib/run.mjs'

await prepare()
const files = [
  'server/features/delivery/troubles.slow.test.ts',
  'server/workers/esign/troubles.slow.test.ts',
]
process.exitCode = await runNode([bin('vitest'), 'run', '--project', 'slow', ...files], {
  last: true,
})
