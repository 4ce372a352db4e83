import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { copyFonts } from './fonts.mjs'
import { at, bin, filesUnder, hashOf, textOf } from './project.mjs'
import { runNode, say } from './run.mjs'

const STAMP = at('.build', 'stamp')
const COMPILED = ['contract', 'paper', 'server']
const NOT_BUILT = /\.test\.tsx?$|^server\/test\/|^contract\/openapi\.json$/

const sources = () => [
  ...[...COMPILED, 'web']
    .flatMap((folder) => filesUnder(at(folder)))
    .filter((path) => !NOT_BUILT.test(path)),
  'tsconfig.base.json',
  'package-lock.json',
  'tools/lib/build.mjs',
  'tools/lib/faces.mjs',
  'tools/lib/fonts.mjs',
  'tools/lib/programs.config.mjs',
]

const wanted = () => `${hashOf(sources())}\n`

export const buildIsStale = () => textOf(STAMP) !== wanted()

/** This must precede any other write to .build. */
export const forgetBuild = () => rmSync(STAMP, { force: true })

/** Imports of removed sources must fail. */
function removeOrphans() {
  const isCompiled = (path) => !path.endsWith('.chunk.js')
  for (const path of COMPILED.flatMap((folder) =>
    filesUnder(at('.build', folder), at('.build')),
  ).filter(isCompiled)) {
    const source = path.replace(/(\.d)?\.ts(\.map)?$|\.js(\.map)?$/, '')
    if (!existsSync(at(`${source}.ts`))) rmSync(at('.build', path))
  }
}

export async function build({ force = false } = {}) {
  say('빌드합니다 · Building …')
  const stamp = wanted()
  forgetBuild()
  removeOrphans()
  copyFonts()
  // NODE_ENV selects React's build.
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
