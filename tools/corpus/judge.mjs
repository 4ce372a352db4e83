import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LOOKED_AT } from './goals.mjs'
import { inkOf, markedShare } from './pictures.mjs'
import { copyOf, store, view } from './product.mjs'
import { drawn, ENGINES, textOf } from './references.mjs'

const MARKED = 0.5
/** Less is a stray dot. */
const SOME_INK = 0.0005
const SOME_INK_HERE = 0.00005
const WHOLE = 0.99

const lettersOf = (text) => text.normalize('NFKC').replace(/[\s\p{C}\uFFFD]/gu, '')

/** @returns the share of letters kept, in any order */
function keptShare(before, after) {
  const counts = new Map()
  for (const letter of after) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  let kept = 0
  for (const letter of before) {
    const left = counts.get(letter) ?? 0
    if (left > 0) kept += 1
    counts.set(letter, left - 1)
  }
  return kept / [...before].length
}

/** Engines read damaged files differently, so one suffices. */
async function textOfCopy(file, copy) {
  const shares = {}
  for (const engine of ENGINES) {
    const before = lettersOf(await textOf(engine, file))
    if (before.length === 0) continue
    shares[engine] = keptShare(before, lettersOf(await textOf(engine, copy)))
    if (shares[engine] >= WHOLE) break
  }
  const had = Object.values(shares)
  return { had: had.length > 0, whole: had.some((share) => share >= WHOLE), shares }
}

async function marksOf(file, copy, { pages, known, scratch }) {
  const range = { first: 1, last: Math.min(pages, LOOKED_AT) }
  const seen = new Map()
  for (const engine of ENGINES) {
    const before = known[engine] ?? (await drawn(engine, file, range, scratch))
    const after = await drawn(engine, copy, range, scratch)
    for (const [page, picture] of after) {
      const share = before.has(page) ? await markedShare(before.get(page), picture) : undefined
      if (share !== undefined && share > (seen.get(page) ?? -1)) seen.set(page, share)
    }
    if (seen.size >= range.last && [...seen.values()].every((share) => share >= MARKED)) break
  }
  const bare = [...seen]
    .filter(([, share]) => share < MARKED)
    .map(([page, share]) => `${page} (${Math.round(100 * share)} %)`)
  return { compared: seen.size, pages, bare }
}

async function referencesOf(path, scratch) {
  const known = {}
  const references = {}
  for (const engine of ENGINES) {
    known[engine] = await drawn(engine, path, { first: 1, last: LOOKED_AT }, scratch)
    const picture = known[engine].get(1)
    if (!picture) continue
    references[engine] = await inkOf(picture)
    break
  }
  return { known, references }
}

/** All others see something. */
async function isBlank(path, ink, references, scratch) {
  if (ink > SOME_INK_HERE || Object.values(references).every((other) => other <= SOME_INK))
    return false
  const other = (await drawn('mupdf', path, { first: 1, last: 1 }, scratch)).get(1)
  return other !== undefined && (await inkOf(other)) > SOME_INK
}

export async function judge(product, file, folder) {
  const scratch = await mkdtemp(join(folder, 'one-'))
  const started = performance.now()
  try {
    const found = await judged(product, file, scratch)
    return { ...found, seconds: Number(((performance.now() - started) / 1_000).toFixed(1)) }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function judged(product, { name, path }, scratch) {
  const { known, references } = await referencesOf(path, scratch)
  const result = { name, references }
  let stored
  try {
    stored = await store(product, { name, path })
    const { status, pages, picture, marked, words, slow } = await view(product, stored)
    Object.assign(result, { status, pages, slow })
    if (status !== 'READY') return result
    const ink = await inkOf(picture)
    Object.assign(result, { ink, words: words.length, shown: await markedShare(picture, marked) })
    result.blank = await isBlank(path, ink, references, scratch)
  } catch (error) {
    return { ...result, trouble: String(error.message) }
  }
  try {
    const { bytes, pictures } = await copyOf(product, stored)
    const copy = join(scratch, 'copy.pdf')
    await writeFile(copy, bytes)
    Object.assign(result, { pictures, text: await textOfCopy(path, copy) })
    result.marks = await marksOf(path, copy, { pages: result.pages, known, scratch })
  } catch (error) {
    result.copyTrouble = String(error.message)
  }
  return result
}
