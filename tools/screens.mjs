// npm run screens [-- scene, width, ko|en, light|dark …] [--picture] takes a screenshot of every screen into .build/screens. `--picture`
// writes the README's picture into docs/pictures.
import { prepare } from './lib/prepare.mjs'

await prepare()
await import('./screens/take-screens.mjs')
