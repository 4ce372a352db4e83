import { headerAt } from '../../pdf/repair/header-at.ts'
import {
  type FoundObject,
  HIGHEST_NUMBER,
  type OuterObjects,
} from '../../pdf/repair/outer-objects.ts'
import type { ByteSource } from '../byte-source.ts'

/** The document is read whole once. */
const MOST_BYTES = 32 * 2 ** 20
const MOST_OBJECTS = 200_000
const HEADER = '%PDF-1.7\n'
const CATALOG = /\/Type\s{0,4}\/Catalog\b/
const PAGE_TREE = /\/Type\s{0,4}\/Pages\b/
const LOOKED_AT = 4_096
/** A table cannot list objects inside streams, nor open encryption. */
const BEYOND_REPAIR = /\/(?:ObjStm|Encrypt)\b/

/** PDFium rebuilds tables, but requires header and trailer. The objects must name a catalog or page tree. */
export function repairedSource(
  source: ByteSource,
  objects: OuterObjects['objects'],
): ByteSource | undefined {
  if (source.size === 0 || source.size > MOST_BYTES || objects.size > MOST_OBJECTS) return undefined
  const bytes = Buffer.alloc(source.size)
  source.readInto(bytes, 0, 0, bytes.length)
  const text = bytes.toString('latin1')
  if (BEYOND_REPAIR.test(text)) return undefined
  const lead = headerAt(source)
  const body = lead === -1 ? HEADER + text : text.slice(lead)
  const moved = lead === -1 ? HEADER.length : -lead
  const list = [...objects.values()].map((one) => ({
    ...one,
    offset: one.offset + moved,
    end: one.end + moved,
  }))
  const tail = tableOf(body, list)
  if (tail === undefined) return undefined
  return joined([
    inMemory(lead === -1 ? HEADER : ''),
    without(source, Math.max(0, lead)),
    inMemory(tail),
  ])
}

function tableOf(body: string, objects: readonly FoundObject[]): string | undefined {
  const list = objects
    .filter(({ offset }) => offset >= 0)
    .sort((one, other) => one.offset - other.offset)
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
    root = {
      number: 1 + highest(list),
      generation: 0,
      offset: body.length + 1,
      end: body.length + 1,
    }
    if (root.number > HIGHEST_NUMBER) return undefined
    added = `${root.number} 0 obj\n<< /Type /Catalog /Pages ${tree.number} ${tree.generation} R >>\nendobj\n`
    all = [...list, root]
  }
  const rows = all.map(
    ({ number, generation, offset }) =>
      `${number} 1\n${pad(offset, 10)} ${pad(generation, 5)} n \n`,
  )
  const size = 1 + highest(all)
  const start = body.length + 1 + added.length
  const trailer = `trailer\n<< /Size ${size} /Root ${root.number} ${root.generation} R >>\nstartxref\n${start}\n%%EOF\n`
  return `\n${added}xref\n0 1\n0000000000 65535 f \n${rows.join('')}${trailer}`
}

/** Spreading would overflow the stack. */
const highest = (list: readonly FoundObject[]): number =>
  list.reduce((most, { number }) => Math.max(most, number), 0)

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
  readInto: (target, targetOffset, offset, length) =>
    source.readInto(target, targetOffset, lead + offset, length),
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
        if (from < until)
          part.readInto(target, targetOffset + from - offset, from - start, until - from)
        start += part.size
      }
    },
    close() {},
  }
}
