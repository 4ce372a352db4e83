import { existsSync } from 'node:fs'
import './node-version.mjs'
import { build, buildIsStale } from './build.mjs'
import { install, installIsStale } from './install.mjs'
import { withLock } from './lock.mjs'
import { at, bin } from './project.mjs'
import { say } from './run.mjs'

const waiting = () =>
  say(
    '다른 명령의 설치나 빌드를 기다립니다 · Waiting for another command that installs or builds …',
  )

/** The other command may have done it. */
const alone = (stale, work) =>
  stale() ? withLock(at('.build', 'lock'), waiting, () => (stale() ? work() : 0)) : 0

/** `npm prune --omit=dev` removes the compiler. */
const isWithoutCompiler = () => !existsSync(bin('tsc')) && buildIsStale()

export const ensureInstalled = async () =>
  alone(() => installIsStale() || isWithoutCompiler(), install)

export const ensureBuilt = async ({ force = false } = {}) =>
  alone(
    () => force || buildIsStale(),
    () => build({ force }),
  )

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
