import type { ByteSource } from '../byte-source.ts'

/** It is read whole. */
const MOST_BYTES = 32 * 2 ** 20
const MOST_OBJECTS = 200_000
const HEADER = '%PDF-1.7\n'
const HEADER_WITHIN = 1_024
const OBJECT = /(?:^|[\s>\])}])(\d{1,7})\s{1,4}(\d{1,5})\s{1,4}obj\b/g
const CATALOG = /\/Type\s{0,4}\/Catalog\b/
const PAGE_TREE = /\/Type\s{0,4}\/Pages\b/
/** A dictionary's type stands near its beginning. */
const LOOKED_AT = 4_096
/** A table cannot list objects inside streams, nor open encryption. */
const BEYOND_REPAIR = /\/(?:ObjStm|Encrypt)\b/

interface Found {
  readonly number: number
  readonly generation: number
  readonly offset: number
}

/**
 * The same document behind a header, with a table of the objects that it has, if they name a catalog or page tree.
 * PDFium rebuilds tables, but requires a header and an intact trailer.
 */
export function repairedSource(source: ByteSource): ByteSource | undefined {
  if (source.size === 0 || source.size > MOST_BYTES) return undefined
  const bytes = Buffer.alloc(source.size)
  source.readInto(bytes, 0, 0, bytes.length)
  const text = bytes.toString('latin1')
  if (BEYOND_REPAIR.test(text)) return undefined
  const lead = text.slice(0, HEADER_WITHIN).indexOf('%PDF-')
  // Offsets count from the header.
  const body = lead === -1 ? HEADER + text : text.slice(lead)
  const repaired = withTable(body, objectsIn(body))
  return repaired === undefined ? undefined : inMemory(Buffer.from(repaired, 'latin1'))
}

/** Later objects replace earlier ones. */
function objectsIn(body: string): ReadonlyMap<number, Found> {
  const found = new Map<number, Found>()
  for (const match of body.matchAll(OBJECT)) {
    const [whole, number = '', generation = ''] = match
    const offset = match.index + whole.search(/\d/)
    found.set(Number(number), { number: Number(number), generation: Number(generation), offset })
    if (found.size > MOST_OBJECTS) return new Map()
  }
  return found
}

function withTable(body: string, objects: ReadonlyMap<number, Found>): string | undefined {
  const list = [...objects.values()].sort((one, other) => one.offset - other.offset)
  const last = (type: RegExp, lacking?: RegExp) =>
    list.findLast(({ offset }, index) => {
      const dictionary = body.slice(offset, Math.min(list[index + 1]?.offset ?? body.length, offset + LOOKED_AT))
      return type.test(dictionary) && !lacking?.test(dictionary)
    })
  let all = list
  let root = last(CATALOG)
  let added = ''
  if (!root) {
    const tree = last(PAGE_TREE, /\/Parent\b/)
    if (!tree) return undefined
    root = { number: 1 + highest(list), generation: 0, offset: body.length + 1 }
    added = `${root.number} 0 obj\n<< /Type /Catalog /Pages ${tree.number} ${tree.generation} R >>\nendobj\n`
    all = [...list, root]
  }
  const rows = all.map(({ number, generation, offset }) => `${number} 1\n${pad(offset, 10)} ${pad(generation, 5)} n \n`)
  const size = 1 + highest(all)
  const start = body.length + 1 + added.length
  const trailer = `trailer\n<< /Size ${size} /Root ${root.number} ${root.generation} R >>\nstartxref\n${start}\n%%EOF\n`
  return `${body}\n${added}xref\n0 1\n0000000000 65535 f \n${rows.join('')}${trailer}`
}

/** Spreading so many arguments would overflow the stack. */
const highest = (list: readonly Found[]): number => list.reduce((most, { number }) => Math.max(most, number), 0)

const pad = (value: number, digits: number): string => String(value).padStart(digits, '0')

function inMemory(bytes: Buffer): ByteSource {
  return {
    size: bytes.length,
    readInto(target, targetOffset, offset, length) {
      target.set(bytes.subarray(offset, offset + length), targetOffset)
    },
    close() {},
  }
}
