// npm run tree-model -- [changes] [histories] [seed] tests trees against a model (20,000 and 2,000 by default).
import { prepare } from './lib/prepare.mjs'
import { bin } from './lib/project.mjs'
import { runNode } from './lib/run.mjs'

const [changes = '20000', histories = '2000', seed] = process.argv.slice(2)
if (![changes, histories, seed ?? '1'].every((text) => /^[1-9]\d{0,8}$/.test(text))) {
  console.error('npm run tree-model -- [changes] [histories] [seed]: whole numbers')
  process.exit(2)
}

await prepare()
const env = {
  ...process.env,
  TREE_CHANGES: changes,
  TREE_HISTORIES: histories,
  ...(seed === undefined ? {} : { TREE_SEED: seed }),
}
process.exitCode = await runNode(
  [bin('vitest'), 'run', '--project', 'slow', 'server/features/documents/tree.'],
  { env, last: true },
)
