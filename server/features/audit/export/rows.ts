import { sentenceOf } from '../../../../contract/features/activity/activity-sentences.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { Encryptor } from '../../../platform/encryption/encryptor.ts'
import { findEntries, type PlacedRow } from '../audit.read.ts'
import { readEntry } from '../encrypted-entry.ts'
import { LogTree } from '../tree/log-tree.ts'
import { Proofs } from '../tree/proofs.ts'
import { hashTileReader } from '../tree/tree.store.ts'
import type { ExportedRow } from './export-format.ts'
import type { ExportTask } from './protocol.ts'

export type EntryOpener = Pick<Encryptor, 'open'>

const FETCHED = 200
/** Decrypting singly would be slow. */
const TOGETHER = 50

type ExportRowsInput = Pick<ExportTask, 'roomId' | 'zone' | 'filter' | 'size' | 'language'>

export async function* rowsOf(
  db: Queryable,
  opener: EntryOpener,
  { roomId, zone, filter, size, language }: ExportRowsInput,
  { isProven = true } = {},
): AsyncGenerator<ExportedRow[]> {
  const readTile = hashTileReader(db, roomId)
  const proofs = new Proofs(new LogTree(readTile), readTile, size)
  const present = async (row: PlacedRow): Promise<ExportedRow> => {
    const entry = await readEntry(db, opener, row)
    const proof = !isProven || row.seq === null || size === 0 ? [] : await proofs.of(row.seq)
    return {
      seq: row.seq,
      description: sentenceOf(row.kind, entry?.details, language, entry?.viewAs),
      entry: entry ?? null,
      proof,
      at: row.at,
    }
  }
  const fetch = (after: PlacedRow | undefined): Promise<PlacedRow[]> => {
    const found = findEntries(db, { roomId, zone }, filter, { after, limit: FETCHED })
    // An early stop would leave an unhandled rejection.
    found.catch(() => undefined)
    return found
  }
  for (let next: Promise<PlacedRow[]> | undefined = fetch(undefined); next; ) {
    const rows: PlacedRow[] = await next
    next = rows.length < FETCHED ? undefined : fetch(rows.at(-1))
    const wanted = size === 0 ? rows : rows.filter(({ seq }) => seq !== null && seq < size)
    for (let at = 0; at < wanted.length; at += TOGETHER)
      yield await Promise.all(wanted.slice(at, at + TOGETHER).map(present))
  }
}
