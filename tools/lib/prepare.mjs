import { existsSync } from 'node:fs'
import './node-version.mjs'
import { build, buildIsStale } from './build.mjs'
import { install, installIsStale } from './install.mjs'
import { withLock } from './lock.mjs'
import { at, bin } from './project.mjs'
import { say } from './run.mjs'

const waiting = () => say('다른 명령의 설치나 빌드를 기다립니다 · Waiting for another command that installs or builds …')

/** One command at a time changes node_modules and .build; what another has just done is not done again. */
const alone = (stale, work) => (stale() ? withLock(at('.build', 'lock'), waiting, () => (stale() ? work() : 0)) : 0)

/** An installation that was pruned after the build (`npm prune --omit=dev`) lacks what another build needs. */
const lacksCompiler = () => !existsSync(bin('tsc')) && buildIsStale()

/** Installs if node_modules is stale; resolves to an exit code. Writes nothing where nothing is stale. */
export const ensureInstalled = async () => alone(() => installIsStale() || lacksCompiler(), install)

/** Builds if the output is stale, or in any case with `force`; resolves to an exit code. */
export const ensureBuilt = async ({ force = false } = {}) =>
  alone(
    () => force || buildIsStale(),
    () => build({ force }),
  )

/** What `start`, `room` and `build` do first; ends the process where it fails. */
export async function prepare(options) {
  try {
    const code = (await ensureInstalled()) || (await ensureBuilt(options))
    if (code !== 0) process.exit(code)
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error
    say(`쓸 수 없습니다 · Cannot write: ${error.path}`)
    process.exit(1)
  }
}
