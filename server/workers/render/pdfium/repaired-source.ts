import type { ByteSource } from '../byte-source.ts'

/** The document is read whole once. */
const MOST_BYTES = 32 * 2 ** 20
const MOST_OBJECTS = 200_000
const HEADER = '%PDF-1.7\n'
const HEADER_WITHIN = 1_024
const HIGHEST_NUMBER = 4_194_303
const OBJECT_OR_STREAM = /(?:^|[\s>\])}])(\d{1,7})\s{1,4}(\d{1,5})\s{1,4}obj\b|>>\s{0,8}stream(?:\r\n?|\n)/g
const STREAM_EDGE = /endstream\b|>>\s{0,8}stream(?:\r\n?|\n)/g
const DIRECT_LENGTH = /\/Length\s{1,4}(\d{1,10})\b(?!\s{1,4}\d{1,5}\s{1,4}R)/
const CATALOG = /\/Type\s{0,4}\/Catalog\b/
const PAGE_TREE = /\/Type\s{0,4}\/Pages\b/
const LOOKED_AT = 4_096
/** A table cannot list objects inside streams, nor open encryption. */
const BEYOND_REPAIR = /\/(?:ObjStm|Encrypt)\b/

interface Found {
  readonly number: number
  readonly generation: number
  readonly offset: number
  end: number
}

/** PDFium rebuilds tables, but requires a header and an intact trailer. The objects must name a catalog or page tree. */
export function repairedSource(source: ByteSource): ByteSource | undefined {
  if (source.size === 0 || source.size > MOST_BYTES) return undefined
  const bytes = Buffer.alloc(source.size)
  source.readInto(bytes, 0, 0, bytes.length)
  const text = bytes.toString('latin1')
  if (BEYOND_REPAIR.test(text)) return undefined
  const lead = text.slice(0, HEADER_WITHIN).indexOf('%PDF-')
  const body = lead === -1 ? HEADER + text : text.slice(lead)
  const tail = tableOf(body, objectsIn(body))
  if (tail === undefined) return undefined
  return joined([inMemory(lead === -1 ? HEADER : ''), without(source, Math.max(0, lead)), inMemory(tail)])
}

/** Later objects replace earlier ones. Streams are skipped, because an attached document has its own objects. */
function objectsIn(body: string): ReadonlyMap<number, Found> {
  const found = new Map<number, Found>()
  const ends = streamEnds(body)
  const tokens = new RegExp(OBJECT_OR_STREAM)
  let last: Found | undefined
  for (let match = tokens.exec(body); match; match = tokens.exec(body)) {
    const [whole, number, generation] = match
    if (last) last.end = match.index
    if (number === undefined) {
      const dictionary = last ? body.slice(last.offset, last.end) : ''
      tokens.lastIndex = streamEnd(body, tokens.lastIndex, dictionary) ?? ends.get(tokens.lastIndex) ?? body.length
      last = undefined
      continue
    }
    if (Number(number) > HIGHEST_NUMBER) {
      last = undefined
      continue
    }
    const offset = match.index + whole.search(/\d/)
    last = { number: Number(number), generation: Number(generation), offset, end: body.length }
    found.set(last.number, last)
    if (found.size > MOST_OBJECTS) return new Map()
  }
  return found
}

function streamEnd(body: string, start: number, dictionary: string): number | undefined {
  const length = DIRECT_LENGTH.exec(dictionary)?.[1]
  if (length === undefined) return undefined
  const end = start + Number(length)
  return /^\s{0,4}endstream\b/.test(body.slice(end, end + 14)) ? end : undefined
}

/** The keys are stream starts. An attached document has pairs of its own. */
function streamEnds(body: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>()
  const open: number[] = []
  for (const { 0: edge, index } of body.matchAll(STREAM_EDGE)) {
    if (!edge.startsWith('end')) open.push(index + edge.length)
    else {
      const start = open.pop()
      if (start !== undefined) ends.set(start, index)
    }
  }
  return ends
}

function tableOf(body: string, objects: ReadonlyMap<number, Found>): string | undefined {
  const list = [...objects.values()].sort((one, other) => one.offset - other.offset)
  const last = (type: RegExp, lacking?: RegExp) =>
    list.findLast(({ offset, end }) => {
      const dictionary = body.slice(offset, Math.min(end, offset + LOOKED_AT))
      return type.test(dictionary) && !lacking?.test(dictionary)
    })
  let all = list
  let root = last(CATALOG)
  let added = ''
  if (!root) {
    const tree = last(PAGE_TREE, /\/Parent\b/)
    if (!tree) return undefined
    root = { number: 1 + highest(list), generation: 0, offset: body.length + 1, end: body.length + 1 }
    if (root.number > HIGHEST_NUMBER) return undefined
    added = `${root.number} 0 obj\n<< /Type /Catalog /Pages ${tree.number} ${tree.generation} R >>\nendobj\n`
    all = [...list, root]
  }
  const rows = all.map(({ number, generation, offset }) => `${number} 1\n${pad(offset, 10)} ${pad(generation, 5)} n \n`)
  const size = 1 + highest(all)
  const start = body.length + 1 + added.length
  const trailer = `trailer\n<< /Size ${size} /Root ${root.number} ${root.generation} R >>\nstartxref\n${start}\n%%EOF\n`
  return `\n${added}xref\n0 1\n0000000000 65535 f \n${rows.join('')}${trailer}`
}

/** Spreading so many arguments would overflow the stack. */
const highest = (list: readonly Found[]): number => list.reduce((most, { number }) => Math.max(most, number), 0)

const pad = (value: number, digits: number): string => String(value).padStart(digits, '0')

function inMemory(text: string): ByteSource {
  const bytes = Buffer.from(text, 'latin1')
  return {
    size: bytes.length,
    readInto(target, targetOffset, offset, length) {
      target.set(bytes.subarray(offset, offset + length), targetOffset)
    },
    close() {},
  }
}

const without = (source: ByteSource, lead: number): ByteSource => ({
  size: source.size - lead,
  readInto: (target, targetOffset, offset, length) => source.readInto(target, targetOffset, lead + offset, length),
  close() {},
})

/** Original bytes stay in their file, because documents stay open for long. */
function joined(parts: readonly ByteSource[]): ByteSource {
  return {
    size: parts.reduce((sum, { size }) => sum + size, 0),
    readInto(target, targetOffset, offset, length) {
      let start = 0
      for (const part of parts) {
        const from = Math.max(offset, start)
        const until = Math.min(offset + length, start + part.size)
        if (from < until) part.readInto(target, targetOffset + from - offset, from - start, until - from)
        start += part.size
      }
    },
    close() {},
  }
}
