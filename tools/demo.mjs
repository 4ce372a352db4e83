// npm run demo: a room with documents, people and activity, on the server that runs or on one that it starts.
import { prepare } from './lib/prepare.mjs'

await prepare()
await import('./demo/run-demo.mjs')
