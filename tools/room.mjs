// npm run room -- create|list ...: the command line for rooms. Its stdout is the program's own, for scripts to read.
import { prepare } from './lib/prepare.mjs'
import { at } from './lib/project.mjs'
import { runNode } from './lib/run.mjs'

await prepare()
process.exitCode = await runNode([at('.build', 'server', 'cli', 'room.js'), ...process.argv.slice(2)], { last: true })
