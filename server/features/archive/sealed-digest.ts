import { type SealedColumn, sealedField } from '../../platform/crypto/sealed-column.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import type { ArchiveParts } from './archive.parts.ts'
import type { ArchiveRow, EntryRow } from './archive.read.ts'
import type { Measured } from './made-content.ts'

const CRC_SIZE = 4

const purposeOf = (archiveId: number, position: number): string => `archive-digest:${archiveId}:${position}`

/** Digests of the entries of archives. */
export const digestColumn: SealedColumn = sealedField('archive_entries', 'sealed', purposeOf, ['archive_id', 'position'])

type Sealing = Pick<ArchiveParts, 'sealer'>
type Owner = Pick<ArchiveRow, 'id' | 'room_id'>

/** Seals what the bytes of an entry come to: who may not read a document must not be able to tell which one it is. */
export function sealDigest({ sealer }: Sealing, tx: Tx, archive: Owner, position: number, { crc, sha256 }: Measured): Promise<Buffer> {
  const plain = Buffer.alloc(CRC_SIZE + 32)
  plain.writeUInt32BE(crc)
  plain.write(sha256, CRC_SIZE, 'hex')
  return sealer.seal(tx, archive.room_id, purposeOf(archive.id, position), plain)
}

/** @returns that of nothing for a folder. */
export async function openDigest({ sealer }: Sealing, db: Queryable, archive: Owner, entry: EntryRow): Promise<Measured> {
  const { sealed, size, position } = entry
  if (sealed === null) return { size, crc: 0, sha256: '' }
  const plain = await sealer.open(db, archive.room_id, purposeOf(archive.id, position), sealed)
  return { size, crc: plain.readUInt32BE(0), sha256: plain.toString('hex', CRC_SIZE) }
}
