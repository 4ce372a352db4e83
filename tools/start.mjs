// npm start installs and builds what is stale, then serves.
import { prepare } from './lib/prepare.mjs'
import { runNode } from './lib/run.mjs'
import { SERVER_ENVIRONMENT, SERVER_PROGRAM } from './lib/server-program.mjs'

await prepare()
process.exitCode = await runNode([...SERVER_PROGRAM, ...process.argv.slice(2)], {
  last: true,
  env: { ...SERVER_ENVIRONMENT, ...process.env },
})
