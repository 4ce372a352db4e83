// npm run verify -- FILE [--checkpoint FILE]: checks a downloaded activity history, a certificate of destruction or an archive. It needs no database
// and no data folder.
import { prepare } from './lib/prepare.mjs'
import { at } from './lib/project.mjs'
import { runNode } from './lib/run.mjs'

await prepare()
process.exitCode = await runNode([at('.build', 'server', 'cli', 'verify-export.js'), ...process.argv.slice(2)], { last: true })
