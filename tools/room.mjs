// npm run room -- create|list ... manages rooms. Scripts may parse its stdout.
import { prepare } from './lib/prepare.mjs'
import { at } from './lib/project.mjs'
import { runNode } from './lib/run.mjs'

await prepare()
process.exitCode = await runNode(
  [at('.build', 'server', 'cli', 'room.js'), ...process.argv.slice(2)],
  { last: true },
)
