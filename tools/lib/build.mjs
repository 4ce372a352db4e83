import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { copyFonts } from './fonts.mjs'
import { at, bin, filesUnder, hashOf, textOf } from './project.mjs'
import { runNode, say } from './run.mjs'

const STAMP = at('.build', 'stamp')
const COMPILED = ['contract', 'paper', 'server']
const NOT_BUILT = /\.test\.tsx?$|^server\/test\/|^contract\/openapi\.json$/

/** Everything that the build reads. */
const sources = () => [
  ...[...COMPILED, 'web'].flatMap((folder) => filesUnder(at(folder))).filter((path) => !NOT_BUILT.test(path)),
  'tsconfig.base.json',
  'package-lock.json',
  'tools/lib/build.mjs',
  'tools/lib/faces.mjs',
  'tools/lib/fonts.mjs',
  'tools/lib/programs.config.mjs',
]

const wanted = () => `${hashOf(sources())}\n`

/** Whether the output in .build is not that of the sources. */
export const buildIsStale = () => textOf(STAMP) !== wanted()

/** Forgets that the output is whole; whoever writes into .build by another way calls this first. */
export const forgetBuild = () => rmSync(STAMP, { force: true })

/** Output of a source that was renamed or deleted would still be found by an import that should fail. */
function removeOrphans() {
  const isCompiled = (path) => !path.endsWith('.chunk.js')
  for (const path of COMPILED.flatMap((folder) => filesUnder(at('.build', folder), at('.build'))).filter(isCompiled)) {
    const source = path.replace(/(\.d)?\.ts(\.map)?$|\.js(\.map)?$/, '')
    if (!existsSync(at(`${source}.ts`))) rmSync(at('.build', path))
  }
}

/** Compiles contract, paper and server, bundles the programs of the server and the web client, copies fonts; resolves to an exit code. */
export async function build({ force = false } = {}) {
  say('빌드합니다 · Building …')
  const stamp = wanted()
  forgetBuild()
  removeOrphans()
  copyFonts()
  // NODE_ENV decides which React is bundled; the caller's value is meant for the server.
  const production = { ...process.env, NODE_ENV: 'production' }
  const steps = [
    [bin('tsc'), '-b', ...COMPILED, ...(force ? ['--force'] : [])],
    [bin('rolldown'), '--config', at('tools', 'lib', 'programs.config.mjs')],
    [bin('vite'), 'build', '--config', 'web/vite.config.ts'],
  ]
  let code = 0
  for (const step of steps) code ||= await runNode(step, { quiet: true, env: production })
  if (code === 0) {
    mkdirSync(at('.build'), { recursive: true })
    writeFileSync(STAMP, stamp)
  } else {
    say('빌드하지 못했습니다 · The build failed.')
  }
  return code
}
