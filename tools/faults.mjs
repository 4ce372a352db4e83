// npm run faults [-- --prove] [path filters] injects faults. `--prove` shows that tests detect missing safeguards.
import { parseArgs } from 'node:util'
import { faultText } from './lib/faults.mjs'
import { prepare } from './lib/prepare.mjs'
import { createPrograms } from './testing/programs.mjs'
import { provideScratch } from './testing/scratch.mjs'
import { reportOf, runSuite } from './testing/suites.mjs'

const FAULTS = 'server/test/faults'
const PROCESSES = 'server/test/processes'

/** `server/test/faults` checks all invariants, others their subject's. */
const TABLE = [
  [
    'kill or lost answer at the commit of each class of work',
    `${FAULTS}/commits.process.slow.test.ts`,
  ],
  ['power cut after each recorded call', `${FAULTS}/power-cut.process.slow.test.ts`],
  ['disk: kill at each step, EIO, ENOSPC, full', `${FAULTS}/disk.process.slow.test.ts`],
  ['frozen worker, frozen server', `${FAULTS}/frozen.process.slow.test.ts`],
  ['mail server down, slow, refusing; worker killed', `${FAULTS}/mail-server.process.slow.test.ts`],
  ['object storage resets, is busy, slow, away', `${FAULTS}/object-storage.process.slow.test.ts`],
  ['repeated, slow and aborted requests', `${FAULTS}/requests.process.slow.test.ts`],
  ['PostgreSQL killed; clocks that jump', `${FAULTS}/surroundings.process.slow.test.ts`],
  ['kills by chance: uploads', `${PROCESSES}/crash.process.slow.test.ts`],
  ['kills by chance: resumable uploads', `${PROCESSES}/resumable.process.slow.test.ts`],
  ['kills: archives', `${PROCESSES}/archive.process.slow.test.ts`],
  ['kills: rotation of keys', `${PROCESSES}/keys.process.slow.test.ts`],
  ['kills: removal of trash', `${PROCESSES}/purge.process.slow.test.ts`],
  ['kills: destruction of rooms', `${PROCESSES}/destruction.process.slow.test.ts`],
  ['kills: backup and restore', `${PROCESSES}/backup.process.slow.test.ts`],
  [
    'kills: webhooks, 10,000 events',
    'server/features/integrations/webhooks/webhook-burst.process.slow.test.ts',
  ],
  ['kills: conversions', 'server/features/delivery/preview/conversion-lanes.slow.test.ts'],
  ['converters that do not end', 'server/workers/convert/convert-office.slow.test.ts'],
  ['nodes restarted one by one', `${PROCESSES}/nodes.process.slow.test.ts`],
  ['pooler and PostgreSQL restarted', `${PROCESSES}/pooled-database.process.slow.test.ts`],
  ['PostgreSQL away, wrong clocks', `${PROCESSES}/outside-database.process.slow.test.ts`],
  ['object storage cut and slow, page by page', `${PROCESSES}/object-storage.process.slow.test.ts`],
  ['stops during requests', `${PROCESSES}/stop.process.slow.test.ts`],
  ['cut uploads', 'server/features/documents/cut-upload.slow.test.ts'],
  [
    'cut pieces of uploads',
    'server/features/documents/upload/resumable/append-upload.slow.test.ts',
  ],
]
const PROOFS = [['broken builds are found', `${FAULTS}/proofs.process.slow.test.ts`]]

const { values, positionals: filters } = parseArgs({
  options: { prove: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const rows = (values.prove ? PROOFS : TABLE).filter(
  ([, file]) => filters.length === 0 || filters.some((filter) => file.includes(filter)),
)
if (rows.length === 0) {
  console.error('npm run faults [-- --prove] [path filters]: no fault matches')
  process.exit(2)
}

const line = (...cells) => {
  const [fault, ...rest] = cells.map(String)
  console.log(
    `${fault.padEnd(58)}${rest.map((cell, at) => (at < 3 ? cell.padStart(9) : `  ${cell}`)).join('')}`,
  )
}

function show(report) {
  const results = new Map((report?.testResults ?? []).map((result) => [result.name, result]))
  line('Fault', 'Runs', 'Skipped', 'Seconds', 'Invariants')
  for (const [fault, file] of rows) {
    const result = [...results].find(([name]) => name.endsWith(`/${file}`))?.[1]
    const tests = result?.assertionResults ?? []
    const count = (status) => tests.filter((test) => test.status === status).length
    const isSound = result?.status === 'passed'
    const seconds = result ? ((result.endTime - result.startTime) / 1000).toFixed(0) : '–'
    const verdict = !isSound
      ? `✗ ${count('failed')} broken`
      : count('passed') > 0
        ? `✓ ${file.startsWith(FAULTS) ? 'all' : 'of their subject'}`
        : '– not run'
    line(
      fault,
      count('passed') + count('failed'),
      count('pending') + count('skipped'),
      seconds,
      verdict,
    )
  }
}

await prepare()
const env = { ...process.env, NODE_ENV: 'test', FAULTS: values.prove ? 'prove' : 'all' }
provideScratch(env)
const programs = createPrograms(env)
const files = rows.map(([, file]) => file)
if (files.some((file) => /\/convert|conversion/.test(file))) await programs.office()
await programs.neededBy(files)
programs.reportMissing()
const found = []
const counts = await runSuite('slow', { filters: files, env, faults: found })
for (const fault of found) console.log(`\n${faultText(fault)}`)
console.log('')
show(reportOf('slow'))
process.exitCode = counts.failed > 0 ? 1 : 0
