// npm run screens [-- scene, width, ko|en, light|dark …] [--picture] takes screenshots. `--picture` writes docs/pictures.
import { prepare } from './lib/prepare.mjs'

await prepare()
await import('./screens/take-screens.mjs')
