import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { textOf } from './project.mjs'

/** Containers reuse process ids. */
function identity(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code === 'ESRCH') return undefined
    if (error.code !== 'EPERM') throw error
  }
  const stat = textOf(`/proc/${pid}/stat`) ?? ''
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return state === 'Z' ? undefined : `${pid} ${fields[18] ?? ''}`
}

function linked(from, to) {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** Nobody may remove a lock just taken. */
function clearDead(file, holder) {
  const aside = `${file}.${process.pid}.dead`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (error.code === 'ENOENT') return
    throw error
  }
  if (readFileSync(aside, 'utf8') !== holder) linked(aside, file)
  rmSync(aside, { force: true })
}

/** Hard links are atomic, so locks have holders. */
function take(file, own) {
  if (linked(own, file)) return true
  const holder = textOf(file)
  if (holder !== undefined && holder !== identity(Number.parseInt(holder, 10)))
    clearDead(file, holder)
  return false
}

/** The lock covers the machine. */
export async function withLock(file, onWait, work) {
  const own = `${file}.${process.pid}`
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(own, identity(process.pid))
  const release = () => {
    if (textOf(file) === textOf(own)) rmSync(file, { force: true })
    rmSync(own, { force: true })
  }
  process.once('exit', release)
  try {
    for (let waited = false; !take(file, own); waited = true) {
      if (!waited) onWait()
      await wait(200)
    }
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}
