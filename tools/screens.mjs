// npm run screens [-- scene, width, ko|en, light|dark …] [--picture]
// Photographs every screen and state into .build/screens; with --picture the user screen into docs/pictures, for the README.
import { prepare } from './lib/prepare.mjs'

await prepare()
await import('./screens/take-screens.mjs')
