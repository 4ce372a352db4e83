import { parseArgs } from 'node:util'

const HELP = { help: { type: 'boolean', short: 'h', default: false } }

/** Nothing is built before. Help exits with 0, an unknown argument with 2. */
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
