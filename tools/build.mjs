// npm run build [-- --force]
import { prepare } from './lib/prepare.mjs'

await prepare({ force: process.argv.includes('--force') })
