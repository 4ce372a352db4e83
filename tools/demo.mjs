// npm run demo fills a room with examples.
import { prepare } from './lib/prepare.mjs'
import { readArguments } from './lib/read-arguments.mjs'

readArguments(`npm run demo

It takes no arguments. Settings come from the environment, such as DATA_DIR=./demo-data npm run demo.`)

await prepare()
await import('./demo/run-demo.mjs')
