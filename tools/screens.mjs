// npm run screens [-- scene, width, ko|en, light|dark …] [--picture] takes screenshots into .build/screens. `--picture` writes the README's
// into docs/pictures.
import { prepare } from './lib/prepare.mjs'

await prepare()
await import('./screens/take-screens.mjs')
