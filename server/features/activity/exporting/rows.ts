import { sentenceOf } from '../../../../contract/features/activity-sentences.ts'
import type { Sealer } from '../../../platform/crypto/sealer.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { findEntries, type PlacedRow } from '../activity.read.ts'
import type { ExportedRow } from '../export-format.ts'
import { readEntry } from '../sealed-entry.ts'
import { LogTree } from '../tree/log-tree.ts'
import { Proofs } from '../tree/proofs.ts'
import { readTileOf } from '../tree.store.ts'
import type { ExportTask } from './protocol.ts'

/** Opens the details of entries, whoever holds the key. */
export type EntryOpener = Pick<Sealer, 'open'>

/** Entries of one query; while they are written the next ones are fetched. */
const FETCHED = 200
/** Entries that are opened and written at once: to wait for each would take as long as to write it. */
const TOGETHER = 50

type Wanted = Pick<ExportTask, 'roomId' | 'zone' | 'filter' | 'size' | 'language'>

/**
 * The entries that are in a tree of this size in batches, the newest first; where there is no tree, all, and none is proven.
 * @param isProven whether each comes with its proof
 */
export async function* rowsOf(
  db: Queryable,
  opener: EntryOpener,
  { roomId, zone, filter, size, language }: Wanted,
  { isProven = true } = {},
): AsyncGenerator<ExportedRow[]> {
  const readTile = readTileOf(db, roomId)
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
    // Whoever has gone meanwhile does not wait for it.
    found.catch(() => undefined)
    return found
  }
  for (let next: Promise<PlacedRow[]> | undefined = fetch(undefined); next; ) {
    const rows: PlacedRow[] = await next
    next = rows.length < FETCHED ? undefined : fetch(rows.at(-1))
    const wanted = size === 0 ? rows : rows.filter(({ seq }) => seq !== null && seq < size)
    for (let at = 0; at < wanted.length; at += TOGETHER) yield await Promise.all(wanted.slice(at, at + TOGETHER).map(present))
  }
}
