// What the test commands measure and print: steps with their seconds, faults, and the closing tally.
import { readFileSync } from 'node:fs'
import { faultText } from '../lib/faults.mjs'
import { count, sentence, sum } from '../lib/tally.mjs'

const TICKS_PER_SECOND = 100

/**
 * CPU seconds of all ended children of this process, as Linux counts them (proc(5), `cutime` and `cstime` in /proc/self/stat); undefined
 * elsewhere.
 */
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

/** Collects the steps of one run of a test command. */
export function createReport() {
  const steps = []
  const faults = []

  /** Measures work that answers counts, without a heading. @returns whether nothing failed. */
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
    /** A step that passes or fails as a whole; `work` answers an exit code. */
    gate(name, work, { quiet = false } = {}) {
      if (!quiet) console.log(headingOf(name))
      return measure(name, () => exitCode(work))
    },
    /** Counts an error of the command itself as one failure. */
    fail(error) {
      console.error(error)
      steps.push({ name: 'this command', counts: count(0, 1), seconds: 0 })
    },
    /** Prints faults, one line for each step, and the tally as the last line; sets the exit code. */
    finish() {
      console.log('')
      for (const fault of faults) console.log(`${faultText(fault)}\n`)
      for (const { name, counts, seconds, cpu } of steps) {
        const used = cpu === undefined ? '' : `${cpu.toFixed(0).padStart(6)} s CPU`
        console.log(`${counts.failed ? '✗' : '✓'} ${name.padEnd(18)} ${seconds.toFixed(1).padStart(6)} s${used}  ${sentence(counts)}`)
      }
      const total = sum(steps.map(({ counts }) => counts))
      console.log(`\nTests: ${sentence(total)}`)
      process.exitCode = total.failed > 0 ? 1 : 0
    },
  }
}
