// npm start: installs and builds what is stale, then runs the server in the foreground.
import { prepare } from './lib/prepare.mjs'
import { at } from './lib/project.mjs'
import { runNode } from './lib/run.mjs'

await prepare()
process.exitCode = await runNode([at('.build', 'server', 'main.js'), ...process.argv.slice(2)], { last: true })
