// npm run looks redraws the pictures of e2e/screens/looks.slow.spec.ts.

import { prepare } from './lib/prepare.mjs'
import { bin } from './lib/project.mjs'
import { runNode } from './lib/run.mjs'

await prepare()
process.exitCode = await runNode(
  [bin('playwright'), 'test', 'e2e/screens/looks.slow.spec.ts', '--update-snapshots'],
  {
    env: { ...process.env, TEST_TIER: 'slow' },
    last: true,
  },
)
