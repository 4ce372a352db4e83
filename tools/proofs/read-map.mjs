import { readMarkdown } from '../lib/markdown.mjs'

const ROW = /^\|\s*(S\d+\.\d+)\s*\|(.*)\|\s*$/
const HEADING = /^## (.*)$/
const PROOF = /\[([a-z0-9]+(?:-[a-z0-9]+)+)\]/g

const KINDS = { 'Decided otherwise': 'decided', 'Not yet proven': 'open' }

const spansIn = (cell) => readMarkdown(cell).spans.map(({ text }) => text)
const idsIn = (cell) => [...cell.matchAll(PROOF)].map(([, id]) => id)

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
