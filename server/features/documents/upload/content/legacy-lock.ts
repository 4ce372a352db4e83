import type { Extension } from '../../../../../contract/core/limits.ts'
import { CompoundFile } from './cfb-directory.ts'
import { ContentReader, type ContentSource, MalformedError } from './content-reader.ts'

interface Lock {
  readonly streams: readonly string[]
  readonly length: number
  readonly isLocked: (start: Buffer) => boolean
}

const FILE_PASS = 0x2f

const LOCKS: Readonly<Partial<Record<Extension, Lock>>> = {
  // [MS-DOC] 2.5.2 defines fEncrypted.
  doc: {
    streams: ['WORDDOCUMENT'],
    length: 12,
    isLocked: (start) => (start.readUInt16LE(10) & 0x100) !== 0,
  },
  // A FilePass record is among the first records ([MS-XLS] 2.1.7.20.1).
  xls: {
    streams: ['WORKBOOK', 'BOOK'],
    length: 64,
    isLocked: (start) => firstRecords(start).includes(FILE_PASS),
  },
  // [MS-PPT] 2.3.2 defines this headerToken.
  ppt: {
    streams: ['CURRENT USER'],
    length: 16,
    isLocked: (start) => start.readUInt32LE(12) === 0xf3d1c4df,
  },
}

export async function isLegacyLocked(ext: Extension, source: ContentSource): Promise<boolean> {
  const lock = LOCKS[ext]
  if (lock === undefined) return false
  try {
    const file = await CompoundFile.open(new ContentReader(source))
    const stream = (await file.rootEntries()).find(
      ({ name, type }) => type === 'stream' && lock.streams.includes(name),
    )
    return stream !== undefined && lock.isLocked(await file.readStart(stream, lock.length))
  } catch (error) {
    if (error instanceof MalformedError) return false
    throw error
  }
}

function firstRecords(bytes: Buffer): number[] {
  const types: number[] = []
  for (let at = 0; at + 4 <= bytes.length; at += 4 + bytes.readUInt16LE(at + 2))
    types.push(bytes.readUInt16LE(at))
  return types
}
