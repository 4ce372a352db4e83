import {
  dateOf,
  entryOf,
  findText,
  findTextBefore,
  NotPdf,
  nameOf,
  type PdfDict,
  PdfReader,
  type PdfText,
  type PdfValue,
  textOf,
} from './pdf-syntax.ts'

/** ISO 32000-2, 12.8.1 defines these fields. */
export interface FoundSignature {
  readonly at: number
  /** Undefined means no array of whole numbers. */
  readonly range: readonly number[] | undefined
  /** Undefined means none or several. */
  readonly contents: PdfText | undefined
  readonly subFilter: string | undefined
  /** Only the signature confirms these. */
  readonly name: string | undefined
  readonly reason: string | undefined
  readonly claimedAt: Date | undefined
}

/** Strings may contain `obj`, so several positions are tried. */
const TRIES = 8
/** Limits a hostile file's time. */
const SIGNATURES_MAX = 200

/** Includes hidden signatures, in file order. Offsets determine coverage (coverage.ts), so object streams are excluded. */
export function findSignatures(bytes: Uint8Array): FoundSignature[] {
  const found = new Map<number, FoundSignature>()
  for (
    let at = findText(bytes, '/ByteRange', 0);
    at >= 0 && found.size < SIGNATURES_MAX;
    at = findText(bytes, '/ByteRange', at + 1)
  ) {
    const dict = dictAround(bytes, at)
    if (dict && !found.has(dict.start)) found.set(dict.start, signatureOf(dict))
  }
  return [...found.values()]
}

function dictAround(bytes: Uint8Array, key: number): PdfDict | undefined {
  let before = key
  for (let tries = 0; tries < TRIES; tries += 1) {
    before = findTextBefore(bytes, 'obj', before)
    if (before < 0) return undefined
    if (bytes[before - 1] === 0x64) continue
    const value = readAt(bytes, before + 3)
    const holder = value && value.end > key ? innermost(value, key) : undefined
    if (holder) return holder
  }
  return undefined
}

function readAt(bytes: Uint8Array, at: number): PdfValue | undefined {
  try {
    return new PdfReader(bytes, at).value()
  } catch (error) {
    if (error instanceof NotPdf) return undefined
    throw error
  }
}

function innermost(value: PdfValue, key: number): PdfDict | undefined {
  if (key < value.start || key >= value.end) return undefined
  const inner =
    value.kind === 'dict'
      ? value.entries.map(([, entry]) => entry)
      : value.kind === 'array'
        ? value.items
        : []
  const deeper = inner.map((one) => innermost(one, key)).find((one) => one !== undefined)
  return (
    deeper ??
    (value.kind === 'dict' && value.entries.some(([name]) => name === 'ByteRange')
      ? value
      : undefined)
  )
}

function signatureOf(dict: PdfDict): FoundSignature {
  const range = entryOf(dict, 'ByteRange')
  const contents = entryOf(dict, 'Contents')
  const numbers =
    range?.kind === 'array'
      ? range.items.map((item) => (item.kind === 'number' ? item.number : Number.NaN))
      : [Number.NaN]
  return {
    at: dict.start,
    range: numbers.every((number) => Number.isSafeInteger(number)) ? numbers : undefined,
    contents: contents?.kind === 'string' ? contents : undefined,
    subFilter: nameOf(entryOf(dict, 'SubFilter')),
    name: textOf(entryOf(dict, 'Name')),
    reason: textOf(entryOf(dict, 'Reason')),
    claimedAt: dateOf(entryOf(dict, 'M')),
  }
}
