import { readMarkdown } from '../lib/markdown.mjs'

const ROW = /^\|\s*(S\d+\.\d+)\s*\|(.*)\|\s*$/
const HEADING = /^## (.*)$/
const PROOF = /\[([a-z0-9]+(?:-[a-z0-9]+)+)\]/g

/** What the headings of two sections mean; everything else is to be proven. */
const KINDS = { 'Decided otherwise': 'decided', 'Not yet proven': 'open' }

const spansIn = (cell) => readMarkdown(cell).spans.map(({ text }) => text)
const idsIn = (cell) => [...cell.matchAll(PROOF)].map(([, id]) => id)

/** What the last three columns of a row say; which ones there are depends on its section. */
function cellsOf(kind, cells) {
  if (kind === 'open') {
    const [, reason = '', proof = ''] = cells
    return { reason, operations: [], asserted: [], proofs: idsIn(proof) }
  }
  if (kind === 'decided') {
    const [, reason = '', asserted = '', proof = ''] = cells
    return { reason, operations: [], asserted: spansIn(asserted), proofs: idsIn(proof) }
  }
  const [, operation = '', , asserted = '', proof = ''] = cells
  return { operations: spansIn(operation), asserted: spansIn(asserted), proofs: idsIn(proof) }
}

/**
 * The rows of the map: `{ number, line, kind, operations, asserted, proofs, reason }`; `kind` is `proven`, `decided` or `open`, `asserted` what
 * the proofs must have as literals, `proofs` ids of tests.
 */
export function readMap(text) {
  let kind = 'proven'
  const rows = []
  for (const [index, line] of text.split('\n').entries()) {
    const heading = HEADING.exec(line)?.[1]
    if (heading !== undefined) kind = KINDS[heading] ?? 'proven'
    const [, number, rest] = ROW.exec(line) ?? []
    if (number === undefined) continue
    const cells = rest.split('|').map((cell) => cell.trim())
    rows.push({ number, line: index + 1, kind, ...cellsOf(kind, cells) })
  }
  return rows
}
