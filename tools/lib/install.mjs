import { rmSync, writeFileSync } from 'node:fs'
import { at, hashOf, textOf } from './project.mjs'
import { run, runNode, say } from './run.mjs'
import { trimPackages } from './trim.mjs'

const STAMP = at('node_modules', '.sealroom-lock')

/** What is trimmed counts, since files that are read by now must come back. */
const SOURCES = ['package-lock.json', 'tools/lib/faces.mjs', 'tools/lib/trim.mjs']

/** Installed programs differ by platform: a checkout may be shared between a machine and its containers. */
const wanted = () => `${hashOf(SOURCES)} ${process.platform}-${process.arch}\n`

/** Whether node_modules is not what the lockfile says. */
export const installIsStale = () => textOf(STAMP) !== wanted()

/** Runs the npm that runs us, which need not be on the PATH. */
const npm = (args, options) => {
  const self = process.env.npm_execpath
  return self?.endsWith('npm-cli.js') ? runNode([self, ...args], options) : run('npm', args, options)
}

/** Installs exactly what the lockfile says, build tools included whatever NODE_ENV is, without what nobody reads; resolves to an exit code. */
export async function install() {
  say('의존성을 설치합니다 · Installing dependencies …')
  const stamp = wanted()
  rmSync(STAMP, { force: true })
  const flags = ['--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error']
  const code = await npm(['ci', ...flags], { quiet: true })
  if (code === 0) {
    trimPackages(at('node_modules'))
    writeFileSync(STAMP, stamp)
  } else say('설치하지 못했습니다 · The dependencies could not be installed (npm ci).')
  return code
}
