import {
  entryOf,
  findTextBefore,
  NotPdf,
  nameOf,
  numberOf,
  type PdfDict,
  PdfReader,
  type PdfValue,
  standsAt,
} from './pdf-syntax.ts'

// Only validation data (ISO 32000-2, 12.8.4.3) may follow a signature. Anything else can change the shown document.

interface PlacedObject {
  readonly at: number
  readonly value: PdfValue
  readonly stream?: { readonly from: number; readonly to: number }
}

interface Tail {
  readonly xrefAt: number
  readonly trailer: PdfDict
  /** Undefined means free or in an object stream. */
  readonly places: ReadonlyMap<number, number | undefined>
}

const SECTIONS_MAX = 1_000
const ENTRIES_MAX = 1_000_000

type Table = Pick<Tail, 'places' | 'trailer'>

/** @throws NotPdf */
function readTableAt(bytes: Uint8Array, at: number): Table {
  const reader = new PdfReader(bytes, at)
  reader.skipBlanks()
  return standsAt(bytes, 'xref', reader.at)
    ? readTable(reader)
    : readTableStream(bytes, readObject(bytes, reader))
}

function readTable(reader: PdfReader): Table {
  reader.needs('xref')
  const places = new Map<number, number | undefined>()
  while (!reader.takes('trailer')) {
    const first = reader.whole()
    const count = reader.whole()
    if (places.size + count > ENTRIES_MAX) throw new NotPdf('too many objects')
    for (let number = first; number < first + count; number += 1) {
      const place = reader.whole()
      reader.whole()
      if (reader.takes('n')) places.set(number, place)
      else {
        reader.needs('f')
        places.set(number, undefined)
      }
    }
  }
  const trailer = reader.value()
  if (trailer.kind !== 'dict') throw new NotPdf('no trailer')
  return { places, trailer }
}

/** Rows hold type, offset, generation in `W` widths. Only uncompressed streams work. @throws NotPdf */
function readTableStream(bytes: Uint8Array, { value: trailer, stream }: PlacedObject): Table {
  if (
    trailer.kind !== 'dict' ||
    nameOf(entryOf(trailer, 'Type')) !== 'XRef' ||
    !stream ||
    entryOf(trailer, 'Filter')
  )
    throw new NotPdf('no table of objects')
  const widths = wholesOf(entryOf(trailer, 'W'))
  const [kindBytes = 0, placeBytes = 0] = widths
  const width = widths.reduce((sum, one) => sum + one, 0)
  if (widths.length !== 3 || kindBytes !== 1 || width > 16)
    throw new NotPdf('a table of unknown rows')
  const index = entryOf(trailer, 'Index')
    ? wholesOf(entryOf(trailer, 'Index'))
    : [0, numberOf(entryOf(trailer, 'Size')) ?? 0]
  const places = new Map<number, number | undefined>()
  let row = stream.from
  for (let at = 0; at + 1 < index.length; at += 2) {
    const [first = 0, count = 0] = [index[at], index[at + 1]]
    if (places.size + count > ENTRIES_MAX || row + count * width > stream.to)
      throw new NotPdf('a table that is cut off')
    for (let number = first; number < first + count; number += 1, row += width) {
      const place = bytes
        .subarray(row + 1, row + 1 + placeBytes)
        .reduce((sum, byte) => sum * 256 + byte, 0)
      places.set(number, bytes[row] === 1 ? place : undefined)
    }
  }
  return { places, trailer }
}

function wholesOf(value: PdfValue | undefined): number[] {
  const wholes = value?.kind === 'array' ? value.items.map((item) => numberOf(item) ?? -1) : []
  if (wholes.some((whole) => !Number.isSafeInteger(whole) || whole < 0))
    throw new NotPdf('a table of unknown rows')
  return wholes
}

function readTail(bytes: Uint8Array, end: number): Tail {
  const at = findTextBefore(bytes, 'startxref', end)
  if (at < 0) throw new NotPdf('no startxref')
  const xrefAt = new PdfReader(bytes, at + 'startxref'.length).whole()
  if (xrefAt >= at) throw new NotPdf('startxref leads nowhere')
  return { xrefAt, ...readTableAt(bytes, xrefAt) }
}

/** The newest table listing the object wins. */
function placeOf(bytes: Uint8Array, tail: Tail, number: number): number | undefined {
  let { places, trailer } = tail as Pick<Tail, 'places' | 'trailer'>
  for (let sections = 0; sections < SECTIONS_MAX; sections += 1) {
    if (entryOf(trailer, 'XRefStm')) return undefined
    if (places.has(number)) return places.get(number)
    const before = numberOf(entryOf(trailer, 'Prev'))
    if (before === undefined) return undefined
    ;({ places, trailer } = readTableAt(bytes, before))
  }
  return undefined
}

function readObject(
  bytes: Uint8Array,
  reader: PdfReader,
): PlacedObject & { readonly number: number } {
  reader.skipBlanks()
  const at = reader.at
  const number = reader.whole()
  reader.whole()
  reader.needs('obj')
  const value = reader.value()
  let stream: PlacedObject['stream']
  if (!reader.takes('endobj')) {
    const length = value.kind === 'dict' ? numberOf(entryOf(value, 'Length')) : undefined
    if (length === undefined || !Number.isSafeInteger(length) || length < 0)
      throw new NotPdf('a stream of no length')
    reader.needs('stream')
    const from = reader.at + (standsAt(bytes, '\r\n', reader.at) ? 2 : 1)
    stream = { from, to: from + length }
    reader.at = stream.to
    reader.needs('endstream')
    reader.needs('endobj')
  }
  return { number, at, value, ...(stream ? { stream } : {}) }
}

const referred = (value: PdfValue | undefined): string | undefined =>
  value?.kind === 'reference' ? `${value.number} ${value.generation}` : undefined

const sourceOf = (bytes: Uint8Array, { start, end }: PdfValue): string =>
  String.fromCharCode(...bytes.subarray(start, end))

const canonical = (bytes: Uint8Array, value: PdfValue, without: readonly string[] = []): string => {
  if (value.kind === 'dict') {
    const entries = value.entries.filter(([name]) => !without.includes(name))
    return `<<${entries
      .map(([name, entry]) => `${JSON.stringify(name)} ${canonical(bytes, entry)}`)
      .sort()
      .join(' ')}>>`
  }
  if (value.kind === 'array')
    return `[${value.items.map((item) => canonical(bytes, item)).join(' ')}]`
  return value.kind === 'name' ? JSON.stringify(value.name) : sourceOf(bytes, value)
}

const STREAM_KEYS = ['Length', 'Filter', 'Type']
const STORE_KEYS = ['Type', 'Certs', 'CRLs', 'OCSPs', 'VRI', 'Cert', 'CRL', 'OCSP', 'TU', 'TS']

/** A certificate store has only lists, dictionaries of lists and untyped bytes. */
function isProofPart({ value, stream }: Pick<PlacedObject, 'value' | 'stream'>): boolean {
  if (value.kind === 'array') return value.items.every(({ kind }) => kind === 'reference')
  if (value.kind !== 'dict') return false
  const type = nameOf(entryOf(value, 'Type'))
  if (stream)
    return type === undefined && value.entries.every(([name]) => STREAM_KEYS.includes(name))
  // VRI keys are hashes of signatures.
  if (type !== undefined && !['DSS', 'VRI'].includes(type)) return false
  return value.entries.every(([name, entry]) => {
    if (!STORE_KEYS.includes(name) && !/^[0-9A-F]{40}$/.test(name)) return false
    return entry.kind !== 'dict' || isProofPart({ value: entry })
  })
}

/** `table` is a cross-reference stream's object number. */
type UpdateTail = Tail & { readonly table?: number }

const TABLE_KEYS = ['Type', 'W', 'Index', 'Length']

/** No other bytes may occur between parts. @throws NotPdf */
function readUpdate(
  bytes: Uint8Array,
  reader: PdfReader,
): { objects: Map<number, PlacedObject>; tail: UpdateTail } {
  const objects = new Map<number, PlacedObject>()
  for (;;) {
    reader.skipBlanks()
    if (standsAt(bytes, 'xref', reader.at)) break
    const { number, ...object } = readObject(bytes, reader)
    if (isTable(object))
      return {
        objects,
        tail: readEnd(reader, {
          xrefAt: object.at,
          table: number,
          ...readTableStream(bytes, object),
        }),
      }
    if (objects.has(number)) throw new NotPdf(`object ${number} stands twice`)
    objects.set(number, object)
  }
  const xrefAt = reader.at
  return { objects, tail: readEnd(reader, { xrefAt, ...readTable(reader) }) }
}

const isTable = ({ value, stream }: PlacedObject): boolean =>
  stream !== undefined && value.kind === 'dict' && nameOf(entryOf(value, 'Type')) === 'XRef'

function readEnd<End extends Tail>(reader: PdfReader, tail: End): End {
  reader.needs('startxref')
  if (reader.whole() !== tail.xrefAt) throw new NotPdf('startxref leads elsewhere')
  // The end marker is syntactically a comment.
  reader.skipBlanks()
  return tail
}

function addsOnlyProofs(
  bytes: Uint8Array,
  before: Tail,
  { objects, tail }: ReturnType<typeof readUpdate>,
): boolean {
  const root = entryOf(before.trailer, 'Root')
  const size = numberOf(entryOf(before.trailer, 'Size'))
  if (root?.kind !== 'reference' || size === undefined) return false
  const { trailer } = tail
  if (
    referred(entryOf(trailer, 'Root')) !== referred(root) ||
    numberOf(entryOf(trailer, 'Prev')) !== before.xrefAt
  )
    return false
  const known = [
    'Size',
    'Root',
    'Prev',
    'Info',
    'ID',
    ...(tail.table === undefined ? [] : TABLE_KEYS),
  ]
  if (trailer.entries.some(([name]) => !known.includes(name))) return false
  // A reused number would hide an object.
  if (tail.table !== undefined && tail.table < size) return false
  const info = entryOf(trailer, 'Info')
  if (info && referred(info) !== referred(entryOf(before.trailer, 'Info'))) return false
  for (const [number, place] of tail.places) {
    // A free entry would hide an object; another offset would reveal other bytes.
    const at = number === tail.table ? tail.xrefAt : objects.get(number)?.at
    if (number !== 0 && (place === undefined || at !== place)) return false
  }
  for (const [number, object] of objects) {
    if (
      number >= size
        ? isProofPart(object)
        : number === root.number && addsStore(bytes, before, number, object)
    )
      continue
    return false
  }
  return true
}

/** Only the catalog's certificate store may differ. */
function addsStore(
  bytes: Uint8Array,
  before: Tail,
  number: number,
  { value }: PlacedObject,
): boolean {
  const place = placeOf(bytes, before, number)
  if (place === undefined || value.kind !== 'dict') return false
  const old = readObject(bytes, new PdfReader(bytes, place))
  if (old.number !== number || old.value.kind !== 'dict') return false
  const added = ['DSS', 'Extensions']
  if (
    value.entries.some(
      ([name, entry]) => added.includes(name) && entry.kind !== 'reference' && name === 'DSS',
    )
  )
    return false
  return canonical(bytes, value, added) === canonical(bytes, old.value, added)
}

export function isValidationData(bytes: Uint8Array, signedEnd: number): boolean {
  try {
    let before = readTail(bytes, signedEnd)
    const reader = new PdfReader(bytes, signedEnd)
    reader.skipBlanks()
    while (!reader.isAtEnd) {
      const update = readUpdate(bytes, reader)
      if (!addsOnlyProofs(bytes, before, update)) return false
      before = update.tail
    }
    return true
  } catch (error) {
    if (error instanceof NotPdf) return false
    throw error
  }
}
