// npm run corpus -- FOLDER… [--json FILE] [--only PART] [--limit N] tries PDFs nobody here has seen on the built program (README.md).
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { prepare } from '../lib/prepare.mjs'
import { at, textOf } from '../lib/project.mjs'

const LANES = 2
const LIMIT_MINUTES = 180
const EVERY = 50
/** Share of a page in which the mark is seen. */
const MARKED = 0.5
const TEXT_WHOLE = 0.99
const SLOW_IN_A_THOUSAND = 3

const USAGE = 'npm run corpus -- FOLDER… [--json FILE] [--only PART] [--limit N]'

function readArguments() {
  try {
    const options = { json: { type: 'string' }, only: { type: 'string' }, limit: { type: 'string' } }
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    if (positionals.length === 0) throw new Error('no folder is named')
    return { ...values, limit: Number(values.limit ?? Number.POSITIVE_INFINITY), folders: positionals }
  } catch (error) {
    console.error(`${error.message}\n\n${USAGE}`)
    process.exit(2)
  }
}

const hashOf = (path) => createHash('sha256').update(readFileSync(path)).digest('hex')

const filesOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.pdf$/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()

const samples = () => filesOf(process.env.SAMPLES_DIR ?? at('..', 'shared', 'samples'))

/** Each content once, none that is among the samples. */
function chosen({ folders, only, limit }) {
  const seen = new Set(samplesOrNone().map(hashOf))
  const files = []
  for (const folder of folders) {
    for (const path of filesOf(folder)) {
      const hash = hashOf(path)
      if (seen.has(hash)) continue
      seen.add(hash)
      const source = relative(folder, path)
      if (only === undefined || source.includes(only)) files.push({ path, source, name: `${files.length + 1}-${basename(path)}` })
    }
  }
  return files.slice(0, limit)
}

function samplesOrNone() {
  try {
    return samples()
  } catch {
    console.log('no samples here: nothing is left out')
    return []
  }
}

const excused = JSON.parse(textOf(at('tools', 'corpus', 'excused.json')))

const isReferenced = ({ references }) => Object.keys(references).length > 0
const isDrawn = ({ status, trouble, blank }) => status === 'READY' && !trouble && !blank
const ofDrawn = ({ status, trouble, blank }) => trouble ?? (blank ? 'blank here, not there' : status)
const share = (part, whole) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(2)} %`)

/** Failing goals name their files. */
export function goalsOf(results) {
  const referenced = results.filter(isReferenced)
  const copies = results.filter(({ marks }) => marks !== undefined)
  const texts = copies.filter(({ text }) => text.had)
  const compared = copies.filter(({ marks }) => marks.compared > 0)
  const undrawn = referenced.filter((one) => !isDrawn(one))
  const lost = texts.filter(({ text }) => !text.whole)
  const bare = compared.filter(({ marks, shown }) => marks.bare.length > 0 || shown < MARKED)
  const without = results.filter((one) => isDrawn(one) && one.copyTrouble)
  const slow = results.filter((one) => one.slow)
  const listed = (list, why) => list.map((one) => ({ source: one.source, why: why(one), excuse: excused[basename(one.source)] }))
  const goal = (what, limit, count, of, failing, met) => ({ what, limit, count, of, share: share(count, of), failing, met })
  const excusable = (failing) => failing.every(({ excuse }) => excuse !== undefined)
  const goals = [
    [undrawn, ofDrawn, 'drawn here, of those that poppler or MuPDF draws', 'all', referenced.length - undrawn.length, referenced.length],
    [without, ({ copyTrouble }) => copyTrouble, 'marked copies, of those drawn here', 'all', copies.length, copies.length + without.length],
    [
      bare,
      ({ marks, shown }) => `pages ${marks?.bare.join(', ')}; shown ${shown}`,
      'the mark on every page',
      'all',
      compared.length - bare.length,
      compared.length,
    ],
  ].map(([failing, why, what, limit, count, of]) => {
    const names = listed(failing, why)
    return goal(what, limit, count, of, names, excusable(names))
  })
  const names = listed(lost, ({ text, pictures }) => `${JSON.stringify(text.shares)}, pictures: ${pictures}`)
  const whole = texts.length - lost.length
  goals.push(goal('text whole, of copies that had text', '99 %', whole, texts.length, names, whole >= TEXT_WHOLE * texts.length))
  const late = listed(slow, ({ pages }) => `${pages} pages`)
  const most = Math.max(1, (SLOW_IN_A_THOUSAND * results.length) / 1_000)
  goals.push(goal('files with a page of more than 5 s', '3 in 1,000', slow.length, results.length, late, slow.length <= most))
  return goals
}

function show(results) {
  const goals = goalsOf(results)
  console.log(`\n${results.length} files`)
  console.log('| goal | limit | files | of | share | |\n| --- | --- | ---: | ---: | ---: | --- |')
  for (const { what, limit, count, of, share, met } of goals)
    console.log(`| ${what} | ${limit} | ${count} | ${of} | ${share} | ${met ? 'met' : 'MISSED'} |`)
  const pictures = results.filter((one) => ['some', 'all'].includes(one.pictures))
  console.log(`\n${pictures.length} copies have pages that became pictures, with their words.`)
  for (const { what, failing } of goals) {
    if (failing.length > 0) console.log(`\nnot ${what}:`)
    for (const { source, why, excuse } of failing) console.log(`  ${source}: ${why}${excuse === undefined ? '' : ` — excused: ${excuse}`}`)
  }
  return goals
}

const wanted = readArguments()
await prepare()
const { withScratch } = await import('../../bench/lib/scratch.mjs')
const { startServer } = await import('../../bench/lib/server.mjs')
const { judge } = await import('./judge.mjs')
const { openProduct } = await import('./product.mjs')

const files = chosen(wanted)
const results = []
await withScratch(LIMIT_MINUTES, async (scratch) => {
  const product = await openProduct(await startServer(scratch))
  const left = files.values()
  const lane = async () => {
    for (const file of left) {
      scratch.throwIfOver()
      results.push({ ...(await judge(product, file, scratch.folder)), source: file.source })
      if (results.length % EVERY === 0) console.log(`${results.length} of ${files.length}`)
      if (wanted.json) writeFileSync(wanted.json, JSON.stringify(results, null, 1))
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
})
const goals = show(results)
if (wanted.json) writeFileSync(wanted.json, `${JSON.stringify({ goals, results }, null, 1)}\n`)
process.exit(goals.every(({ met }) => met) ? 0 : 1)
