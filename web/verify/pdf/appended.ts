import { entryOf, findTextBefore, NotPdf, nameOf, numberOf, type PdfDict, PdfReader, type PdfValue, standsAt } from './pdf-syntax.ts'

// What stands behind a signature. One thing may: what is needed to check it long from now (ISO 32000-2, 12.8.4.3), certificates and answers about
// them, which the program that signs appends itself. Everything else can change what is shown.

interface PlacedObject {
  readonly at: number
  readonly value: PdfValue
  readonly isStream: boolean
}

/** The end of a file or of an earlier state of it: its last cross-reference table and what its trailer says. */
interface Tail {
  readonly xrefAt: number
  readonly trailer: PdfDict
  /** Places of objects by number; undefined for one that is free. */
  readonly places: ReadonlyMap<number, number | undefined>
}

const SECTIONS_MAX = 1_000
const ENTRIES_MAX = 1_000_000

/** The table at a place, with the trailer behind it. Files with cross-reference streams have none. @throws NotPdf */
function readTable(reader: PdfReader): { places: Map<number, number | undefined>; trailer: PdfDict } {
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

function readTail(bytes: Uint8Array, end: number): Tail {
  const at = findTextBefore(bytes, 'startxref', end)
  if (at < 0) throw new NotPdf('no startxref')
  const xrefAt = new PdfReader(bytes, at + 'startxref'.length).whole()
  if (xrefAt >= at) throw new NotPdf('startxref leads nowhere')
  return { xrefAt, ...readTable(new PdfReader(bytes, xrefAt)) }
}

/** Where an object stands, in the newest table that names it. */
function placeOf(bytes: Uint8Array, tail: Tail, number: number): number | undefined {
  let { places, trailer } = tail as Pick<Tail, 'places' | 'trailer'>
  for (let sections = 0; sections < SECTIONS_MAX; sections += 1) {
    if (entryOf(trailer, 'XRefStm')) return undefined
    if (places.has(number)) return places.get(number)
    const before = numberOf(entryOf(trailer, 'Prev'))
    if (before === undefined) return undefined
    ;({ places, trailer } = readTable(new PdfReader(bytes, before)))
  }
  return undefined
}

function readObject(bytes: Uint8Array, reader: PdfReader): PlacedObject & { readonly number: number } {
  reader.skipBlanks()
  const at = reader.at
  const number = reader.whole()
  reader.whole()
  reader.needs('obj')
  const value = reader.value()
  let isStream = false
  if (!reader.takes('endobj')) {
    const length = value.kind === 'dict' ? numberOf(entryOf(value, 'Length')) : undefined
    if (length === undefined || !Number.isSafeInteger(length) || length < 0) throw new NotPdf('a stream of no length')
    reader.needs('stream')
    reader.at += (standsAt(bytes, '\r\n', reader.at) ? 2 : 1) + length
    reader.needs('endstream')
    reader.needs('endobj')
    isStream = true
  }
  return { number, at, value, isStream }
}

const referred = (value: PdfValue | undefined): string | undefined =>
  value?.kind === 'reference' ? `${value.number} ${value.generation}` : undefined

const sourceOf = (bytes: Uint8Array, { start, end }: PdfValue): string => String.fromCharCode(...bytes.subarray(start, end))

/** What a dictionary holds but for these keys, whatever their order and the blanks between. */
const canonical = (bytes: Uint8Array, value: PdfValue, without: readonly string[] = []): string => {
  if (value.kind === 'dict') {
    const entries = value.entries.filter(([name]) => !without.includes(name))
    return `<<${entries
      .map(([name, entry]) => `${JSON.stringify(name)} ${canonical(bytes, entry)}`)
      .sort()
      .join(' ')}>>`
  }
  if (value.kind === 'array') return `[${value.items.map((item) => canonical(bytes, item)).join(' ')}]`
  return value.kind === 'name' ? JSON.stringify(value.name) : sourceOf(bytes, value)
}

const STREAM_KEYS = ['Length', 'Filter', 'Type']
const STORE_KEYS = ['Type', 'Certs', 'CRLs', 'OCSPs', 'VRI', 'Cert', 'CRL', 'OCSP', 'TU', 'TS']

/** Whether it can be nothing but a part of a store of certificates: a list, a table of such lists, or bytes without a kind. */
function isProofPart({ value, isStream }: PlacedObject): boolean {
  if (value.kind === 'array') return value.items.every(({ kind }) => kind === 'reference')
  if (value.kind !== 'dict') return false
  const type = nameOf(entryOf(value, 'Type'))
  if (isStream) return type === undefined && value.entries.every(([name]) => STREAM_KEYS.includes(name))
  // Of VRI, the keys are hashes of signatures.
  if (type !== undefined && !['DSS', 'VRI'].includes(type)) return false
  return value.entries.every(([name, entry]) => {
    if (!STORE_KEYS.includes(name) && !/^[0-9A-F]{40}$/.test(name)) return false
    return entry.kind !== 'dict' || isProofPart({ at: 0, value: entry, isStream: false })
  })
}

/** One update: objects, table, trailer, startxref, end of file, and nothing between. @throws NotPdf */
function readUpdate(bytes: Uint8Array, reader: PdfReader): { objects: Map<number, PlacedObject>; tail: Tail } {
  const objects = new Map<number, PlacedObject>()
  for (;;) {
    reader.skipBlanks()
    if (standsAt(bytes, 'xref', reader.at)) break
    const { number, ...object } = readObject(bytes, reader)
    if (objects.has(number)) throw new NotPdf(`object ${number} stands twice`)
    objects.set(number, object)
  }
  const xrefAt = reader.at
  const tail = { xrefAt, ...readTable(reader) }
  reader.needs('startxref')
  if (reader.whole() !== xrefAt) throw new NotPdf('startxref leads elsewhere')
  // A comment by its syntax: the reader passes over it.
  reader.skipBlanks()
  return { objects, tail }
}

/** Whether an update adds proofs to the state of the file before it, and changes nothing else. */
function addsOnlyProofs(bytes: Uint8Array, before: Tail, { objects, tail }: ReturnType<typeof readUpdate>): boolean {
  const root = entryOf(before.trailer, 'Root')
  const size = numberOf(entryOf(before.trailer, 'Size'))
  if (root?.kind !== 'reference' || size === undefined) return false
  const { trailer } = tail
  if (referred(entryOf(trailer, 'Root')) !== referred(root) || numberOf(entryOf(trailer, 'Prev')) !== before.xrefAt) return false
  if (trailer.entries.some(([name]) => !['Size', 'Root', 'Prev', 'Info', 'ID'].includes(name))) return false
  const info = entryOf(trailer, 'Info')
  if (info && referred(info) !== referred(entryOf(before.trailer, 'Info'))) return false
  for (const [number, place] of tail.places) {
    // A free object hides one that was there; a place elsewhere calls up what stood in the file without being seen.
    if (number !== 0 && (place === undefined || objects.get(number)?.at !== place)) return false
  }
  for (const [number, object] of objects) {
    if (number >= size ? isProofPart(object) : number === root.number && addsStore(bytes, before, number, object)) continue
    return false
  }
  return true
}

/** Whether the catalog is what it was but for the store of certificates. */
function addsStore(bytes: Uint8Array, before: Tail, number: number, { value }: PlacedObject): boolean {
  const place = placeOf(bytes, before, number)
  if (place === undefined || value.kind !== 'dict') return false
  const old = readObject(bytes, new PdfReader(bytes, place))
  if (old.number !== number || old.value.kind !== 'dict') return false
  const added = ['DSS', 'Extensions']
  if (value.entries.some(([name, entry]) => added.includes(name) && entry.kind !== 'reference' && name === 'DSS')) return false
  return canonical(bytes, value, added) === canonical(bytes, old.value, added)
}

/** Whether all that stands behind the place `signedEnd` are certificates and answers about them, so that what is shown is what was signed. */
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
