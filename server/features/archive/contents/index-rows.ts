import { type ErrorCode, errorText } from '../../../../contract/core/errors.ts'
import type { Language } from '../../../../contract/core/language.ts'
import { formatMinute } from '../../../../contract/core/room-time.ts'
import type { ArchiveParts } from '../archive.parts.ts'
import { type ArchiveRow, allEntries } from '../archive.read.ts'
import { openDigest } from '../sealed-digest.ts'

/** A document or folder as the index tells of it. */
export interface IndexRow {
  /** Its place: 1, 1.1, 1.1.2. */
  readonly number: string
  readonly isFolder: boolean
  readonly name: string
  /** Its way in the archive; undefined for what does not come along. */
  readonly path: string | undefined
  /** Bytes. */
  readonly size: number | undefined
  /** By the clock of the room. */
  readonly at: string
  /** In hexadecimal. */
  readonly sha256: string
  /** Why it does not come along. */
  readonly reason: Readonly<Record<Language, string>> | undefined
}

/** The columns of the index, in both languages. */
export const COLUMNS = [
  '번호 · No.',
  '이름 · Name',
  '경로 · Path',
  '크기(바이트) · Size (bytes)',
  '날짜 · Date',
  'SHA-256',
  '비고 · Note',
] as const

/** The cells of a row below these columns; a number where it is one. */
export const cellsOf = ({ number, name, path, size, at, sha256, reason }: IndexRow): readonly (string | number)[] => [
  ...[number, name, path ?? ''],
  size ?? '',
  ...[at, sha256],
  reason ? `${reason.ko} · ${reason.en}` : '',
]

/** All that the index lists, in its order. */
export async function* indexRows(parts: Pick<ArchiveParts, 'database' | 'sealer'>, archive: ArchiveRow): AsyncGenerator<IndexRow> {
  const { db } = parts.database
  for await (const entry of allEntries(db, archive.id)) {
    if (entry.kind !== 'folder' && entry.kind !== 'document') continue
    const { number, kind, name, path, modified, reason, form } = entry
    const isFolder = kind === 'folder'
    const isHere = form !== null
    const { sha256, size } = await openDigest(parts, db, archive, entry)
    yield {
      ...{ number: number ?? '', name: name ?? '', isFolder },
      path: isFolder || isHere ? path : undefined,
      size: isHere ? size : undefined,
      at: formatMinute(modified, archive.zone),
      sha256,
      reason: reason === null ? undefined : { ko: errorText(reason as ErrorCode, 'ko'), en: errorText(reason as ErrorCode, 'en') },
    }
  }
}
