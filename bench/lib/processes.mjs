import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { textOf } from '../../tools/lib/project.mjs'

/** USER_HZ is 100 on all supported Linux. */
const TICKS_PER_SECOND = 100

export function startPeer(scratch, program, { printed = 'inherit' } = {}) {
  scratch.throwIfOver()
  const child = fork(program, {
    stdio: ['ignore', printed === 'dropped' ? 'pipe' : 'inherit', 'inherit', 'ipc'],
  })
  child.stdout?.resume()
  let asked
  child.on('message', (answer) => asked?.resolve(answer))
  child.once('exit', () => asked?.reject(new Error(`${program} ended`)))
  const ended = once(child, 'exit')
  scratch.defer(async () => {
    child.kill()
    await ended
  })
  return {
    /** @throws if the peer exits */
    ask: (message) =>
      new Promise((resolve, reject) => {
        asked = { resolve, reject }
        child.send(message, (error) => error && reject(error))
      }),
  }
}

export function memoryOf(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const mebibytes = (name) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024
  return { now: mebibytes('VmRSS'), peak: mebibytes('VmHWM') }
}

/** 5 resets the peak resident size (proc(5)). */
export const forgetMemoryPeak = (pid) => writeFileSync(`/proc/${pid}/clear_refs`, '5')

function statOf(pid) {
  const stat = textOf(`/proc/${pid}/stat`)
  if (stat === undefined) return undefined
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  return {
    pid: Number(pid),
    parent: fields[1],
    ticks: fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0),
  }
}

export function processorSecondsOf(root) {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => statOf(pid) ?? [])
  const ticksFrom = (parent) =>
    parent.ticks +
    all
      .filter((child) => child.parent === parent.pid)
      .reduce((sum, child) => sum + ticksFrom(child), 0)
  const top = all.find(({ pid }) => pid === root)
  if (top === undefined) throw new Error(`process ${root} is gone`)
  return ticksFrom(top) / TICKS_PER_SECOND
}
