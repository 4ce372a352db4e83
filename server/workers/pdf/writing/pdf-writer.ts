import { randomBytes } from 'node:crypto'
import { constants, deflateSync } from 'node:zlib'
import {
  isRef,
  PdfArray,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNull,
  PdfNumber,
  type PdfObject,
  type PdfRef,
  PdfStream,
  PdfString,
} from '../libpdf.ts'
import { pdfNumber } from '../mark/numbers.ts'
import type { PdfDocument } from '../pdf-document.ts'
import { PdfError } from '../pdf-error.ts'
import { isOfStorage, isWithheld, isWithheldType, keyOf, names, quietAction } from './prune.ts'

const PACKED = 200
/** Compression does not help shorter streams. */
const SHORTEST_DEFLATED = 256
const MAX_NESTING = 500
/** A row holds kind, position and index in these byte widths. */
const FIELDS = [1, 5, 2] as const
const ROW = FIELDS[0] + FIELDS[1] + FIELDS[2]

export interface PdfChanges {
  readonly replacements: ReadonlyMap<number, PdfObject | null>
  /** Every other page or annotation is omitted. */
  readonly ours: ReadonlySet<PdfObject>
  /** All other streams are omitted. */
  readonly streams: ReadonlySet<PdfStream>
  /** Other entries are omitted. */
  readonly kept: ReadonlyMap<PdfDict, ReadonlySet<string>>
}

interface WaitingObject {
  readonly ref: PdfRef
  readonly number: number
  readonly isNaming: boolean
}

/** Only what the catalog reaches is written (ISO 32000-1, 7.5.7 and 7.5.8). */
export function writePdf(
  document: Pick<PdfDocument, 'resolve'>,
  roots: { readonly catalog: PdfRef; readonly info: PdfRef },
  changes: PdfChanges,
  emit: (bytes: Uint8Array) => void,
): void {
  new PdfWriter(document, changes, emit).write(roots)
}

class PdfWriter {
  readonly #document: Pick<PdfDocument, 'resolve'>
  readonly #changes: PdfChanges
  readonly #emit: (bytes: Uint8Array) => void
  readonly #numbers = new Map<number, number>()
  readonly #waiting: WaitingObject[] = []
  readonly #places: [kind: number, where: number, place: number][] = [[0, 0, 0xffff]]
  #packed: { number: number; text: string }[] = []
  #position = 0

  constructor(
    document: Pick<PdfDocument, 'resolve'>,
    changes: PdfChanges,
    emit: (bytes: Uint8Array) => void,
  ) {
    this.#document = document
    this.#changes = changes
    this.#emit = emit
  }

  write({ catalog, info }: { readonly catalog: PdfRef; readonly info: PdfRef }): void {
    this.#put('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')
    const root = this.#reference(catalog, false)
    const description = this.#reference(info, false)
    for (const { ref, number, isNaming } of this.#waiting) {
      const replacement = this.#changes.replacements.get(keyOf(ref))
      const object =
        replacement === undefined ? this.#document.resolve(ref) : (replacement ?? undefined)
      if (object instanceof PdfStream && !this.#isLeftOut(object))
        this.#stream(number, this.#entries(object, true, 0), object)
      else this.#pack(number, this.#text(object, isNaming, 0))
    }
    this.#unload()
    this.#table(root, description)
  }

  #put(bytes: string | Uint8Array): void {
    const written = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes
    this.#position += written.length
    this.#emit(written)
  }

  #newNumber(): number {
    return this.#places.push([0, 0, 0]) - 1
  }

  #reference(ref: PdfRef, isNaming: boolean): string {
    const key = keyOf(ref)
    if (this.#changes.replacements.get(key) === null) return 'null'
    let number = this.#numbers.get(key)
    if (number === undefined) {
      number = this.#newNumber()
      this.#numbers.set(key, number)
      this.#waiting.push({ ref, number, isNaming })
    }
    return `${number} 0 R`
  }

  #pack(number: number, text: string): void {
    this.#packed.push({ number, text })
    if (this.#packed.length === PACKED) this.#unload()
  }

  #unload(): void {
    if (this.#packed.length === 0) return
    const number = this.#newNumber()
    let offset = 0
    let head = ''
    for (const [index, { number: packed, text }] of this.#packed.entries()) {
      this.#places[packed] = [2, number, index]
      head += `${packed} ${offset} `
      offset += text.length + 1
    }
    const body = Buffer.from(
      `${head}${this.#packed.map(({ text }) => `${text}\n`).join('')}`,
      'latin1',
    )
    this.#deflated(number, `/Type/ObjStm/N ${this.#packed.length}/First ${head.length}`, body)
    this.#packed = []
  }

  #stream(number: number, entries: string, stream: PdfStream): void {
    const filter = this.#document.resolve(stream.get('Filter'))
    if (isFilteredBy(filter, 'Crypt'))
      throw new PdfError('NOT_UNDERSTOOD', 'a stream has an encryption of its own')
    const isBare = filter === undefined || (filter instanceof PdfArray && filter.length === 0)
    if (isBare && stream.data.length >= SHORTEST_DEFLATED)
      this.#deflated(number, entries, stream.data)
    else this.#object(number, entries, stream.data)
  }

  #deflated(number: number, entries: string, bytes: Uint8Array): void {
    const deflated = deflateSync(bytes, { level: constants.Z_DEFAULT_COMPRESSION })
    if (deflated.length < bytes.length)
      this.#object(number, `${entries}/Filter/FlateDecode`, deflated)
    else this.#object(number, entries, bytes)
  }

  #object(number: number, entries: string, bytes: Uint8Array): void {
    this.#places[number] = [1, this.#position, 0]
    this.#put(`${number} 0 obj\n<<${entries}/Length ${bytes.length}>>\nstream\n`)
    this.#put(bytes)
    this.#put('\nendstream\nendobj\n')
  }

  /** Rows hold differences from the row above (PNG predictor Up). */
  #table(root: string, info: string): void {
    const number = this.#newNumber()
    this.#places[number] = [1, this.#position, 0]
    const start = this.#position
    const rows = Buffer.alloc(this.#places.length * ROW)
    const differences = Buffer.alloc(this.#places.length * (ROW + 1))
    for (const [index, [kind, where, place]] of this.#places.entries()) {
      const at = index * ROW
      rows.writeUInt8(kind, at)
      rows.writeUIntBE(where, at + FIELDS[0], FIELDS[1])
      rows.writeUInt16BE(place, at + FIELDS[0] + FIELDS[1])
      const row = index * (ROW + 1)
      differences[row] = 2
      for (let byte = 0; byte < ROW; byte += 1) {
        differences[row + 1 + byte] =
          (rows[at + byte] ?? 0) - (index === 0 ? 0 : (rows[at - ROW + byte] ?? 0))
      }
    }
    const id = randomBytes(16).toString('hex')
    const bytes = deflateSync(differences)
    const words = [
      `/Type/XRef/Size ${this.#places.length}/W[${FIELDS.join(' ')}]/Root ${root}/Info ${info}/ID[<${id}><${id}>]`,
      `/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns ${ROW}>>`,
    ]
    this.#object(number, words.join(''), bytes)
    this.#put(`startxref\n${start}\n%%EOF\n`)
  }

  #text(object: PdfObject | undefined, isNaming: boolean, depth: number): string {
    if (depth > MAX_NESTING)
      throw new PdfError('NOT_UNDERSTOOD', 'its objects are nested too deeply')
    if (isRef(object)) return this.#reference(object, isNaming)
    if (object instanceof PdfName) return nameText(object.value)
    if (object instanceof PdfNumber) return pdfNumber(object.value)
    if (object instanceof PdfString) return stringText(object.bytes)
    if (object instanceof PdfBool) return String(object.value)
    if (object instanceof PdfArray)
      return `[${[...object].map((item) => this.#text(item, false, depth + 1)).join(' ')}]`
    if (object instanceof PdfDict && this.#isLeftOut(object, isNaming)) return 'null'
    if (object instanceof PdfDict) return `<<${this.#entries(object, false, depth, isNaming)}>>`
    if (object === undefined || object instanceof PdfNull) return 'null'
    throw new PdfError('NOT_UNDERSTOOD', 'it holds an object of no known type')
  }

  #isLeftOut(dict: PdfDict, isNaming = false): boolean {
    return (
      !this.#changes.ours.has(dict) &&
      (this.#isUnmarked(dict, isNaming) || (!isNaming && this.#isOfUnmarked(dict)))
    )
  }

  #isUnmarked(dict: PdfDict, isNaming = false): boolean {
    if (this.#changes.ours.has(dict)) return false
    const isUnused = dict instanceof PdfStream && !this.#changes.streams.has(dict)
    return isUnused || this.#isPage(dict) || (!isNaming && isAnnotation(dict))
  }

  /** Readers accept untyped dictionaries as pages. */
  #isPage(dict: PdfDict): boolean {
    const type = this.#document.resolve(dict.get('Type'))
    const content = this.#document.resolve(dict.get('Contents'))
    return (
      (type instanceof PdfName && isWithheldType(type.value)) ||
      content instanceof PdfStream ||
      content instanceof PdfArray
    )
  }

  /** Structure elements may contain omitted text. */
  #isOfUnmarked(dict: PdfDict): boolean {
    return ['Pg', 'Obj'].some((key) => {
      const value = dict.get(key)
      const replacement = isRef(value) ? this.#changes.replacements.get(keyOf(value)) : undefined
      if (replacement !== undefined) return replacement === null
      const found = this.#document.resolve(value)
      return found instanceof PdfDict && this.#isUnmarked(found)
    })
  }

  #entries(dict: PdfDict, isStream: boolean, depth: number, isNaming = false): string {
    let text = ''
    const kept = this.#changes.kept.get(dict)
    for (const [name, value] of dict) {
      const key = name.value
      if (kept && !kept.has(key)) continue
      if (isStream && isOfStorage(key)) continue
      if (!isNaming && isWithheld(key)) continue
      const written = key === 'A' && !isNaming ? this.#quiet(value) : value
      if (written)
        text += `${nameText(key)} ${this.#text(written, !isNaming && names(key), depth + 1)}`
    }
    return text
  }

  #quiet(value: PdfObject): PdfObject | undefined {
    const found = this.#document.resolve(value)
    return found instanceof PdfDict && found.has('S') ? quietAction(found) : value
  }
}

/** Viewers draw annotations above the watermark. One without a page may look like a page. */
const isAnnotation = (dict: PdfDict): boolean =>
  dict.has('AP') || (dict.has('Rect') && dict.has('Subtype'))

function isFilteredBy(filter: PdfObject | undefined, name: string): boolean {
  const filters = filter instanceof PdfArray ? [...filter] : [filter]
  return filters.some((one) => one instanceof PdfName && one.value === name)
}

function nameText(name: string): string {
  return `/${name.replace(/[^!-~]|[#%()/<>[\]{}]/g, (character) => `#${character.charCodeAt(0).toString(16).padStart(2, '0')}`)}`
}

function stringText(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  return `(${text.replace(/[\\()]/g, '\\$&').replaceAll('\r', '\\r')})`
}
