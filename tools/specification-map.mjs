// node tools/specification-map.mjs [--ran] checks docs/specification-map.md. `--ran` also checks the last full run.
import { parseArgs } from 'node:util'
import { ROOT } from './lib/project.mjs'
import { checkMap } from './proofs/check-map.mjs'

const LINES = 40

const { values } = parseArgs({ options: { ran: { type: 'boolean' } } })
const { counts, faults } = checkMap(ROOT, values)
console.log(counts)
for (const fault of faults.slice(0, LINES)) console.error(fault)
if (faults.length > LINES) console.error(`and ${faults.length - LINES} more`)
process.exitCode = faults.length > 0 ? 1 : 0
