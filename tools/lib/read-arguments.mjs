import { parseArgs } from 'node:util'

const HELP = { help: { type: 'boolean', short: 'h', default: false } }

/** Before anything is built or made. Ends the process after saying the usage: with 0 if it was asked for, with 2 for what is unknown. */
export function readArguments(usage, options = {}) {
  try {
    const { values } = parseArgs({ options: { ...options, ...HELP } })
    if (!values.help) return values
    console.log(usage)
    return process.exit(0)
  } catch (error) {
    console.error(`${error.message}\n\n${usage}`)
    return process.exit(2)
  }
}
