// Temporary files of tests in memory: ext4 searches long for a free inode where thousands of files come and go, a fifth of what tests cost.
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'
import { constrainedMemory } from 'node:process'
import { textOf } from '../lib/project.mjs'

const MEMORY = '/dev/shm'
const PREFIX = 'sealroom-tests-'
/** What the largest documents of two workers take, several times over. */
const ENOUGH = 8 * 1024 ** 3
/** The kind of file system that has its files in memory, as statfs(2) numbers it. */
const TMPFS = 0x01021994

/** Programs are started from there, which a mount may forbid; Docker gives 64 MB. */
function isRoomy() {
  try {
    const { type, bavail, bsize } = statfsSync(MEMORY)
    const mount = (textOf('/proc/self/mounts') ?? '').split('\n').find((line) => line.split(' ')[1] === MEMORY)
    const allowed = constrainedMemory?.() || Infinity
    const memory = Math.min(freemem(), allowed)
    return type === TMPFS && !/[ ,]noexec[, ]/.test(mount ?? ' noexec ') && Math.min(bavail * bsize, memory) >= ENOUGH
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

/** What a killed run has left would keep its memory for good. */
function removeOrphans() {
  const left = readdirSync(MEMORY).filter((name) => name.startsWith(PREFIX) && !isAlive(Number(name.slice(PREFIX.length))))
  for (const name of left) rmSync(join(MEMORY, name), { recursive: true, force: true })
}

/** Has the tests put temporary files into memory where there is enough of it, unless the caller names a folder; `env` is theirs. */
export function provideScratch(env) {
  if (env.TMPDIR || !isRoomy()) return
  removeOrphans()
  const own = join(MEMORY, `${PREFIX}${process.pid}`)
  const folder = join(own, 'tmp')
  rmSync(own, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  // As /tmp is: servers and converters run under accounts of their own.
  chmodSync(folder, 0o1777)
  env.TMPDIR = folder
  process.once('exit', () => rmSync(own, { recursive: true, force: true }))
}
