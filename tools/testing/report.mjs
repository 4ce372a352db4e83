import { readFileSync } from 'node:fs'
import { faultText } from '../lib/faults.mjs'
import { count, sentence, sum } from '../lib/tally.mjs'

const TICKS_PER_SECOND = 100

/** Reads `cutime` and `cstime` (proc(5)); undefined outside Linux. */
function childSeconds() {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ')
    return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND
  } catch {
    return undefined
  }
}

export const headingOf = (name) => `\n── ${name}`

const exitCode = async (work) => ((await work()) === 0 ? count(1) : count(0, 1))

export function createReport() {
  const steps = []
  const faults = []

  /** @returns true if nothing failed */
  async function measure(name, work) {
    const started = performance.now()
    const before = childSeconds()
    const counts = await work()
    const after = childSeconds()
    const cpu = before === undefined || after === undefined ? undefined : after - before
    steps.push({ name, counts, seconds: (performance.now() - started) / 1000, cpu })
    return counts.failed === 0
  }

  return {
    measure,
    faults,
    step(name, work) {
      console.log(headingOf(name))
      return measure(name, work)
    },
    gate(name, work, { quiet = false } = {}) {
      if (!quiet) console.log(headingOf(name))
      return measure(name, () => exitCode(work))
    },
    fail(error) {
      console.error(error)
      steps.push({ name: 'this command', counts: count(0, 1), seconds: 0 })
    },
    finish() {
      console.log('')
      for (const fault of faults) console.log(`${faultText(fault)}\n`)
      for (const { name, counts, seconds, cpu } of steps) {
        const used = cpu === undefined ? '' : `${cpu.toFixed(0).padStart(6)} s CPU`
        console.log(
          `${counts.failed ? '✗' : '✓'} ${name.padEnd(18)} ${seconds.toFixed(1).padStart(6)} s${used}  ${sentence(counts)}`,
        )
      }
      const total = sum(steps.map(({ counts }) => counts))
      console.log(`\nTests: ${sentence(total)}`)
      process.exitCode = total.failed > 0 ? 1 : 0
    },
  }
}
