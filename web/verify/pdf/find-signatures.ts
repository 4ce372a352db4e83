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

/** A signature dictionary (ISO 32000-2, 12.8.1) as it stands in the file. */
export interface FoundSignature {
  /** Place of the dictionary in the file. */
  readonly at: number
  /** The numbers of ByteRange; undefined where it is no array of whole numbers. */
  readonly range: readonly number[] | undefined
  /** The string in which the signature is; undefined where there is none, or several. */
  readonly contents: PdfText | undefined
  readonly subFilter: string | undefined
  /** What the signer's program wrote; nothing proves it but the signature. */
  readonly name: string | undefined
  readonly reason: string | undefined
  readonly claimedAt: Date | undefined
}

/** An object is looked for behind so many words `obj` before the key: one may stand in a string. */
const TRIES = 8
/** More than these nobody signs; a file that is full of the word is not read for minutes. */
const SIGNATURES_MAX = 200

/**
 * All signature dictionaries that stand in the bytes, in the order of the file, whether a reader would show them or not: what one of them covers is
 * told by places alone (see coverage.ts). Those in object streams are none, since their places could not be named.
 */
export function findSignatures(bytes: Uint8Array): FoundSignature[] {
  const found = new Map<number, FoundSignature>()
  for (let at = findText(bytes, '/ByteRange', 0); at >= 0 && found.size < SIGNATURES_MAX; at = findText(bytes, '/ByteRange', at + 1)) {
    const dict = dictAround(bytes, at)
    if (dict && !found.has(dict.start)) found.set(dict.start, signatureOf(dict))
  }
  return [...found.values()]
}

/** The innermost dictionary of an object that has a key at this place. */
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
  const inner = value.kind === 'dict' ? value.entries.map(([, entry]) => entry) : value.kind === 'array' ? value.items : []
  const deeper = inner.map((one) => innermost(one, key)).find((one) => one !== undefined)
  return deeper ?? (value.kind === 'dict' && value.entries.some(([name]) => name === 'ByteRange') ? value : undefined)
}

function signatureOf(dict: PdfDict): FoundSignature {
  const range = entryOf(dict, 'ByteRange')
  const contents = entryOf(dict, 'Contents')
  const numbers = range?.kind === 'array' ? range.items.map((item) => (item.kind === 'number' ? item.number : Number.NaN)) : [Number.NaN]
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
