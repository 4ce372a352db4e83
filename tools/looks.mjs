// npm run looks: draws the pictures anew with which e2e/looks.spec.ts compares the screens. Look at what changed before you keep it.

import { prepare } from './lib/prepare.mjs'
import { bin } from './lib/project.mjs'
import { runNode } from './lib/run.mjs'

await prepare()
process.exitCode = await runNode([bin('playwright'), 'test', 'e2e/looks.spec.ts', '--update-snapshots'], { last: true })
