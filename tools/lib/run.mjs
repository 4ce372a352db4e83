import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { ROOT } from './project.mjs'

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP']

const codeOf = (code, signal) => (signal ? 128 + constants.signals[signal] : code)

/** Progress goes to stderr: stdout belongs to the program that a command starts. */
export const say = (text) => process.stderr.write(`${text}\n`)

/**
 * Runs a program in the checkout to its end and resolves to its exit code, as a shell would give it (128 and the signal).
 * Signals are passed on, each once: npm forwards what the terminal has already sent, so that one Ctrl-C arrives here twice.
 * With `quiet` the output is held back and shown on stderr if the program fails; with `heading` it is held back and shown
 * under that at the end, for programs that run beside others; with `last` an interrupted program's own exit code counts,
 * otherwise this process ends with it, so that no further step begins.
 */
export function run(command, args, { quiet = false, heading, last = false, stdio = 'inherit', env = process.env } = {}) {
  return new Promise((resolve) => {
    const held = quiet || heading !== undefined
    const child = spawn(command, args, { cwd: ROOT, env, stdio: held ? ['ignore', 'pipe', 'pipe'] : stdio })
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
      if (heading !== undefined) process.stdout.write(Buffer.concat([Buffer.from(`${heading}\n`), ...output]))
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

/** Runs a Node program; the options are those of `run`. */
export const runNode = (args, options) => run(process.execPath, args, options)
