/** What sealed bytes are and where they belong. It is bound into the key, so that what is moved elsewhere does not open. */
export interface SealingContext {
  /** Vault id of the room, a lower-case UUID. */
  readonly room: string
  /** The file's lasting id; empty for what belongs to no file. */
  readonly file: string
  /** Which version of the file, from 1; 0 for what belongs to no file. */
  readonly fileVersion: number
  /** What the bytes are, e.g. `content`, `preview`, `data-key`. */
  readonly purpose: string
  /** What tells apart several of one purpose, in order, e.g. page number and width. */
  readonly parts?: readonly (string | number)[]
}

const CONTEXT_VERSION = 1
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const TEXT_TAG = 0x73
const NUMBER_TAG = 0x6e

/**
 * The context as bytes: version, room, file, fileVersion, purpose and the parts, each with its tag; a text carries its length in UTF-8
 * bytes (32 bits, big-endian), a number is 64 bits, big-endian. Two different contexts never encode alike.
 */
export function encodeContext(context: SealingContext): Buffer {
  if (!UUID.test(context.room)) throw new TypeError('a sealing context names its vault by a lower-case UUID')
  if (context.purpose === '') throw new TypeError('a sealing context names its purpose')
  const { room, file, fileVersion, purpose, parts = [] } = context
  return Buffer.concat([CONTEXT_VERSION, room, file, fileVersion, purpose, ...parts].map(encodeItem))
}

/** The context of a field of the database that belongs to no file; `purpose` names the field and its row. */
export function fieldContext(vault: string, purpose: string): SealingContext {
  return { room: vault, file: '', fileVersion: 0, purpose }
}

/** Encodes the contexts of many fields of one vault, which begin alike. @returns what `encodeContext(fieldContext(vault, purpose))` would. */
export function fieldContextsOf(vault: string): (purpose: string) => Buffer {
  const purpose = 'any'
  const any = encodeContext(fieldContext(vault, purpose))
  const start = any.subarray(0, any.length - encodeItem(purpose).length)
  return (field) => {
    if (field === '') throw new TypeError('a sealing context names its purpose')
    return Buffer.concat([start, encodeItem(field)])
  }
}

/** The context of one segment of a sealed file: the file's own, with the segment's place in it. */
export function segmentContext(context: SealingContext, segment: number): SealingContext {
  return { ...context, parts: [...(context.parts ?? []), 'segment', segment] }
}

/**
 * The context in which a segment's data key is wrapped. It names the segment's place and how many there are, so that a list from which a
 * segment was dropped, or to which one was added, opens no key.
 */
export function dataKeyContext(content: SealingContext, segment: number, segments: number): SealingContext {
  return { ...content, purpose: 'data-key', parts: [content.purpose, ...(content.parts ?? []), 'segment', segment, segments] }
}

/**
 * The context in which the data key of a segment is wrapped while the content is still arriving: how many segments there will be nobody
 * knows yet. The purpose keeps such a key from being taken for that of a stored file.
 */
export function arrivingKeyContext(content: SealingContext, segment: number): SealingContext {
  return { ...content, purpose: 'arriving-key', parts: [content.purpose, ...(content.parts ?? []), 'segment', segment] }
}

function encodeItem(item: string | number): Buffer {
  if (typeof item === 'number') {
    if (!Number.isSafeInteger(item) || item < 0) throw new TypeError('numbers of a sealing context are whole and not negative')
    const number = Buffer.alloc(9)
    number.writeUInt8(NUMBER_TAG)
    number.writeBigUInt64BE(BigInt(item), 1)
    return number
  }
  const text = Buffer.from(item, 'utf8')
  // A lone surrogate becomes U+FFFD, and two different contexts would then encode alike.
  if (text.toString('utf8') !== item) throw new TypeError('texts of a sealing context are well-formed Unicode')
  const prefix = Buffer.alloc(5)
  prefix.writeUInt8(TEXT_TAG)
  prefix.writeUInt32BE(text.length, 1)
  return Buffer.concat([prefix, text])
}
