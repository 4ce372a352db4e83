import type { Queryable, Tx } from '../../platform/db/database.ts'
import { type EncryptedColumn, encryptedField } from '../../platform/encryption/encrypted-column.ts'
import type { ArchiveParts } from './archive.parts.ts'
import type { ArchiveRow, EntryRow } from './archive.read.ts'
import type { Measured } from './made-content.ts'

const CRC_SIZE = 4

const purposeOf = (archiveId: number, position: number): string =>
  `archive-digest:${archiveId}:${position}`

export const digestColumn: EncryptedColumn = encryptedField(
  'archive_entries',
  'sealed',
  purposeOf,
  ['archive_id', 'position'],
)

type Encrypting = Pick<ArchiveParts, 'encryptor'>
type Owner = Pick<ArchiveRow, 'id' | 'room_id'>

/** A digest would identify documents to readers without access. */
export function encryptDigest(
  { encryptor }: Encrypting,
  tx: Tx,
  archive: Owner,
  position: number,
  { crc, sha256 }: Measured,
): Promise<Buffer> {
  const plain = Buffer.alloc(CRC_SIZE + 32)
  plain.writeUInt32BE(crc)
  plain.write(sha256, CRC_SIZE, 'hex')
  return encryptor.encrypt(tx, archive.room_id, purposeOf(archive.id, position), plain)
}

export async function openDigest(
  { encryptor }: Encrypting,
  db: Queryable,
  archive: Owner,
  entry: EntryRow,
): Promise<Measured> {
  const { sealed: encrypted, size, position } = entry
  if (encrypted === null) return { size, crc: 0, sha256: '' }
  const plain = await encryptor.open(
    db,
    archive.room_id,
    purposeOf(archive.id, position),
    encrypted,
  )
  return { size, crc: plain.readUInt32BE(0), sha256: plain.toString('hex', CRC_SIZE) }
}
