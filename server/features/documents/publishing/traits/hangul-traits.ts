import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { CompoundFile } from '../../upload/content/cfb-directory.ts'
import type { ContentReader } from '../../upload/content/content-reader.ts'
import { saysWho } from './summary-properties.ts'
import type { DocumentTrait } from './trait.ts'

const inflate = promisify(inflateRaw)

const MAX_STREAM = 16 * 2 ** 20
const MAX_UNPACKED = 64 * 2 ** 20
const MAX_SECTIONS = 200
const HEAD_SIZE = 40
const FLAGS_AT = 36
const PACKED = 1
/** The flags mark a password or a read-only distribution. */
const UNREADABLE = 6

// HWP 5.0, tables 13 and 57, define tags. Names are stored backwards.
const TRACKED_CHANGE = 0x60
const CONTROL = 0x47
const COMMENTS: readonly string[] = ['em%%', 'tmct']

interface TaggedRecord {
  readonly tag: number
  readonly start: string
}

function* recordsIn(bytes: Buffer): Generator<TaggedRecord> {
  for (let at = 0; at + 4 <= bytes.length; ) {
    const head = bytes.readUInt32LE(at)
    const isLong = head >>> 20 === 0xfff
    const size = isLong ? bytes.readUInt32LE(at + 4) : head >>> 20
    at += isLong ? 8 : 4
    yield { tag: head & 0x3ff, start: bytes.toString('latin1', at, at + 4) }
    at += size
  }
}

/** Supports version 5 and later. @throws Error if damaged, too large, older or unreadable */
export async function findHangulTraits(
  content: ContentReader,
): Promise<ReadonlySet<DocumentTrait>> {
  const file = await CompoundFile.open(content)
  const entries = await file.rootEntries()
  const named = (name: string) => entries.find((entry) => entry.name === name)
  const [head, info, body] = [named('FILEHEADER'), named('DOCINFO'), named('BODYTEXT')]
  if (!head || !info || !body) throw new Error('not all parts are there')
  const flags = (await file.readStart(head, HEAD_SIZE)).readUInt32LE(FLAGS_AT)
  if ((flags & UNREADABLE) !== 0) throw new Error('it cannot be read')
  let left = MAX_UNPACKED
  const recordsOf = async (entry: typeof info): Promise<Iterable<TaggedRecord>> => {
    const stream = await file.readStream(entry, MAX_STREAM)
    const bytes =
      (flags & PACKED) === 0
        ? stream
        : await inflate(stream, { maxOutputLength: Math.max(left, 1) })
    left -= bytes.length
    if (left < 0) throw new Error('too much text')
    return recordsIn(bytes)
  }
  const found = new Set<DocumentTrait>()
  if (await saysWho(file, entries)) found.add('METADATA')
  for (const { tag } of await recordsOf(info))
    if (tag === TRACKED_CHANGE) found.add('TRACKED_CHANGES')
  const sections = (await file.entriesIn(body)).filter(({ type }) => type === 'stream')
  if (sections.length > MAX_SECTIONS) found.add('UNCHECKED')
  for (const section of sections.slice(0, MAX_SECTIONS))
    for (const { tag, start } of await recordsOf(section))
      if (tag === CONTROL && COMMENTS.includes(start)) found.add('COMMENTS')
  return found
}
