// npm run demo makes a filled room on a running or new server.
import { prepare } from './lib/prepare.mjs'

await prepare()
await import('./demo/run-demo.mjs')
