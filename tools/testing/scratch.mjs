import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'
import { constrainedMemory } from 'node:process'
import { textOf } from '../lib/project.mjs'

const MEMORY = '/dev/shm'
const PREFIX = 'sealroom-tests-'
/** This exceeds two workers' largest documents. */
const ENOUGH = 8 * 1024 ** 3
/** statfs(2) lists this number for tmpfs. */
const TMPFS = 0x01021994

/** The tests need executable programs there. Docker offers only 64 MB. */
function isRoomy() {
  try {
    const { type, bavail, bsize } = statfsSync(MEMORY)
    const mount = (textOf('/proc/self/mounts') ?? '')
      .split('\n')
      .find((line) => line.split(' ')[1] === MEMORY)
    const allowed = constrainedMemory?.() || Infinity
    const memory = Math.min(freemem(), allowed)
    return (
      type === TMPFS &&
      !/[ ,]noexec[, ]/.test(mount ?? ' noexec ') &&
      Math.min(bavail * bsize, memory) >= ENOUGH
    )
  } catch {
    return false
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code !== 'ESRCH'
  }
}

function removeOrphans() {
  const left = readdirSync(MEMORY).filter(
    (name) => name.startsWith(PREFIX) && !isAlive(Number(name.slice(PREFIX.length))),
  )
  for (const name of left) rmSync(join(MEMORY, name), { recursive: true, force: true })
}

export function provideScratch(env) {
  if (env.TMPDIR || !isRoomy()) return
  removeOrphans()
  const own = join(MEMORY, `${PREFIX}${process.pid}`)
  const folder = join(own, 'tmp')
  rmSync(own, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  // Servers run under other accounts.
  chmodSync(folder, 0o1777)
  env.TMPDIR = folder
  process.once('exit', () => rmSync(own, { recursive: true, force: true }))
}
