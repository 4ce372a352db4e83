import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { ROOT } from './project.mjs'

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP']

const codeOf = (code, signal) => (signal ? 128 + constants.signals[signal] : code)

/** Stdout belongs to the started program. */
export const say = (text) => process.stderr.write(`${text}\n`)

/**
 * Resolves to the exit code, or 128 plus the signal. Each signal is forwarded once, because npm repeats Ctrl-C. `quiet` prints on
 * failure only, after `heading`. With `last`, an interrupted program's code counts.
 */
export function run(
  command,
  args,
  { quiet = false, heading, last = false, stdio = 'inherit', env = process.env } = {},
) {
  return new Promise((resolve) => {
    const held = quiet || heading !== undefined
    const child = spawn(command, args, {
      cwd: ROOT,
      env,
      stdio: held ? ['ignore', 'pipe', 'pipe'] : stdio,
    })
    const output = []
    child.stdout?.on('data', (chunk) => output.push(chunk))
    child.stderr?.on('data', (chunk) => output.push(chunk))

    const received = new Set()
    const forward = (signal) => {
      if (!received.has(signal)) child.kill(signal)
      received.add(signal)
    }
    for (const signal of FORWARDED) process.on(signal, forward)

    const finish = (code) => {
      for (const signal of FORWARDED) process.off(signal, forward)
      if (heading !== undefined)
        process.stdout.write(Buffer.concat([Buffer.from(`${heading}\n`), ...output]))
      else if (code !== 0) process.stderr.write(Buffer.concat(output))
      const [interrupt] = received
      if (interrupt && !last) process.exit(codeOf(null, interrupt))
      resolve(code)
    }
    child.once('error', (error) => {
      say(`${command}: ${error.message}`)
      finish(127)
    })
    child.once('close', (code, signal) => finish(codeOf(code, signal)))
  })
}

export const runNode = (args, options) => run(process.execPath, args, options)
