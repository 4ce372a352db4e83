import { type ErrorCode, errorText } from '../../../../contract/core/errors.ts'
import type { Language } from '../../../../contract/core/language.ts'
import { formatMinute } from '../../../../contract/core/room-time.ts'
import type { ArchiveParts } from '../archive.parts.ts'
import { type ArchiveRow, allEntries } from '../archive.read.ts'
import { openDigest } from '../encrypted-digest.ts'

export interface IndexRow {
  /** The number is hierarchical, such as 1.1.2. */
  readonly number: string
  readonly isFolder: boolean
  readonly name: string
  /** Omitted items have no path. */
  readonly path: string | undefined
  readonly size: number | undefined
  readonly at: string
  readonly sha256: string
  readonly reason: Readonly<Record<Language, string>> | undefined
  readonly isStaged: boolean
}

export const COLUMNS = [
  '번호 · No.',
  '이름 · Name',
  '경로 · Path',
  '크기(바이트) · Size (bytes)',
  '날짜 · Date',
  'SHA-256',
  '비고 · Note',
] as const

const STAGED = { ko: '공개 대기', en: 'Staged' } as const

export const notesOf = ({
  isStaged,
  reason,
}: IndexRow): readonly Readonly<Record<Language, string>>[] => [
  ...(isStaged ? [STAGED] : []),
  ...(reason ? [reason] : []),
]

export const cellsOf = (row: IndexRow): readonly (string | number)[] => [
  ...[row.number, row.name, row.path ?? ''],
  row.size ?? '',
  ...[row.at, row.sha256],
  notesOf(row)
    .map(({ ko, en }) => `${ko} · ${en}`)
    .join('; '),
]

export async function* indexRows(
  parts: Pick<ArchiveParts, 'database' | 'encryptor'>,
  archive: ArchiveRow,
): AsyncGenerator<IndexRow> {
  const { db } = parts.database
  for await (const entry of allEntries(db, archive.id)) {
    if (entry.kind !== 'folder' && entry.kind !== 'document') continue
    const { number, kind, name, path, modified, reason, form, staged: isStaged } = entry
    const isFolder = kind === 'folder'
    const isHere = form !== null
    const { sha256, size } = await openDigest(parts, db, archive, entry)
    yield {
      ...{ number: number ?? '', name: name ?? '', isFolder, isStaged },
      path: isFolder || isHere ? path : undefined,
      size: isHere ? size : undefined,
      at: formatMinute(modified, archive.zone),
      sha256,
      reason:
        reason === null
          ? undefined
          : { ko: errorText(reason as ErrorCode, 'ko'), en: errorText(reason as ErrorCode, 'en') },
    }
  }
}
