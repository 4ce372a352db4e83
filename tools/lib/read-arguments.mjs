import { parseArgs } from 'node:util'

const HELP = { help: { type: 'boolean', short: 'h', default: false } }

/**
 * Commands read their arguments before they build or create anything. If help is requested, the process exits with 0. An unknown
 * argument exits with 2.
 */
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
