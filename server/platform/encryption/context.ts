/** The key includes the context, so moved bytes do not decrypt. */
export interface EncryptionContext {
  /** This is the room's vault id. */
  readonly room: string
  /** Without a file it is empty. */
  readonly file: string
  /** Versions count from 1; 0 means no file. */
  readonly fileVersion: number
  readonly purpose: string
  readonly parts?: readonly (string | number)[]
}

const CONTEXT_VERSION = 1
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const TEXT_TAG = 0x73
const NUMBER_TAG = 0x6e

/**
 * Tags each value: text follows its 32-bit big-endian length in UTF-8 bytes, numbers are 64-bit big-endian. Different contexts never
 * encode alike.
 */
export function encodeContext(context: EncryptionContext): Buffer {
  if (!UUID.test(context.room))
    throw new TypeError('a sealing context names its vault by a lower-case UUID')
  if (context.purpose === '') throw new TypeError('a sealing context names its purpose')
  const { room, file, fileVersion, purpose, parts = [] } = context
  return Buffer.concat(
    [CONTEXT_VERSION, room, file, fileVersion, purpose, ...parts].map(encodeItem),
  )
}

/** `purpose` names field and row. */
export function fieldContext(vault: string, purpose: string): EncryptionContext {
  return { room: vault, file: '', fileVersion: 0, purpose }
}

export function fieldContextsOf(vault: string): (purpose: string) => Buffer {
  const purpose = 'any'
  const any = encodeContext(fieldContext(vault, purpose))
  const start = any.subarray(0, any.length - encodeItem(purpose).length)
  return (field) => {
    if (field === '') throw new TypeError('a sealing context names its purpose')
    return Buffer.concat([start, encodeItem(field)])
  }
}

export function segmentContext(context: EncryptionContext, segment: number): EncryptionContext {
  return { ...context, parts: [...(context.parts ?? []), 'segment', segment] }
}

/** Lists with dropped or added segments unwrap nothing. */
export function dataKeyContext(
  content: EncryptionContext,
  segment: number,
  segments: number,
): EncryptionContext {
  return {
    ...content,
    purpose: 'data-key',
    parts: [content.purpose, ...(content.parts ?? []), 'segment', segment, segments],
  }
}

/** The segment count is unknown. The purpose distinguishes it from stored keys. */
export function arrivingKeyContext(content: EncryptionContext, segment: number): EncryptionContext {
  return {
    ...content,
    purpose: 'arriving-key',
    parts: [content.purpose, ...(content.parts ?? []), 'segment', segment],
  }
}

function encodeItem(item: string | number): Buffer {
  if (typeof item === 'number') {
    if (!Number.isSafeInteger(item) || item < 0)
      throw new TypeError('numbers of a sealing context are whole and not negative')
    const number = Buffer.alloc(9)
    number.writeUInt8(NUMBER_TAG)
    number.writeBigUInt64BE(BigInt(item), 1)
    return number
  }
  const text = Buffer.from(item, 'utf8')
  // Lone surrogates become U+FFFD, so different contexts would encode alike.
  if (text.toString('utf8') !== item)
    throw new TypeError('texts of a sealing context are well-formed Unicode')
  const prefix = Buffer.alloc(5)
  prefix.writeUInt8(TEXT_TAG)
  prefix.writeUInt32BE(text.length, 1)
  return Buffer.concat([prefix, text])
}
