import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { prepare } from '../lib/prepare.mjs'
import { at } from '../lib/project.mjs'
import { goalsOf, show } from './goals.mjs'

const LANES = 2
const LIMIT_MINUTES = 180
const GRACE_MINUTES = 10
const EVERY = 50

const USAGE = `npm run corpus -- FOLDER… [--json FILE [--resume]] [--only PART] [--minutes N]
--resume: what the file says of files that met all goals stays, the others are tried
--only: paths with these words; --minutes: no file is begun later`

function readArguments() {
  try {
    const options = {
      json: { type: 'string' },
      only: { type: 'string' },
      minutes: { type: 'string' },
      resume: { type: 'boolean' },
    }
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    if (positionals.length === 0) throw new Error('no folder is named')
    if (!/^[1-9]\d{0,3}$/.test(values.minutes ?? '1'))
      throw new Error('--minutes needs a whole number from 1 to 9999')
    return { ...values, minutes: Number(values.minutes ?? LIMIT_MINUTES), folders: positionals }
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

/** Selection by hash makes part of a run fair. */
function chosen({ folders, only }) {
  const seen = new Set(samplesOrNone().map(hashOf))
  const files = []
  for (const folder of folders) {
    for (const path of filesOf(folder)) {
      const hash = hashOf(path)
      if (seen.has(hash)) continue
      seen.add(hash)
      const source = relative(folder, path)
      if (only === undefined || source.includes(only)) files.push({ path, source, hash })
    }
  }
  files.sort((one, other) => (one.hash < other.hash ? -1 : 1))
  return files.map((file, index) => ({ ...file, name: `${index + 1}-${basename(file.path)}` }))
}

function samplesOrNone() {
  try {
    return samples()
  } catch {
    console.log('no samples here: nothing is left out')
    return []
  }
}

function earlier({ json, resume }, files) {
  if (!resume || json === undefined || !existsSync(json)) return []
  const said = JSON.parse(readFileSync(json, 'utf8'))
  const hashes = new Map(files.map(({ source, hash }) => [source, hash]))
  const known = (Array.isArray(said) ? said : said.results).map((one) => ({
    ...one,
    hash: hashes.get(one.source),
  }))
  const failing = new Set(
    goalsOf(known).flatMap((goal) => goal.failing.map(({ source }) => source)),
  )
  const wanted = new Set(files.map(({ source }) => source))
  const isMet = ({ source, trouble, copyTrouble }) =>
    !failing.has(source) && trouble === undefined && copyTrouble === undefined
  return known.filter((one) => wanted.has(one.source) && isMet(one))
}

function write(json, said) {
  if (json === undefined) return
  writeFileSync(`${json}.new`, `${JSON.stringify(said, null, 1)}\n`)
  renameSync(`${json}.new`, json)
}

const wanted = readArguments()
await prepare()
const { withScratch } = await import('../../bench/lib/scratch.mjs')
const { startServer } = await import('../../bench/lib/server.mjs')
const { judge } = await import('./judge.mjs')
const { openProduct } = await import('./product.mjs')

const files = chosen(wanted)
const results = earlier(wanted, files)
const done = new Set(results.map(({ source }) => source))
const until = Date.now() + wanted.minutes * 60_000
await withScratch(wanted.minutes + GRACE_MINUTES, async (scratch) => {
  const server = await startServer(scratch)
  let product = await openProduct(server)
  const judged = async (file) => {
    const result = await judge(product, file, scratch.folder)
    // A file that takes long lets the session of the other room end.
    if (!result.trouble?.includes('401 ')) return result
    product = await openProduct(server)
    return judge(product, file, scratch.folder)
  }
  const left = files.filter(({ source }) => !done.has(source)).values()
  const lane = async () => {
    for (const file of left) {
      if (Date.now() > until) return
      results.push({ ...(await judged(file)), source: file.source, hash: file.hash })
      if (results.length % EVERY === 0) console.log(`${results.length} of ${files.length}`)
      write(wanted.json, results)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
})
console.log(`\n${results.length} of ${files.length} files`)
const goals = show(results)
write(wanted.json, { goals, results })
process.exit(results.length === files.length && goals.every(({ met }) => met) ? 0 : 1)
