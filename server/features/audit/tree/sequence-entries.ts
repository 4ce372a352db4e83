import { originOf } from '../../../../contract/proof/checkpoint.ts'
import { sameHash } from '../../../../contract/proof/merkle.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { ActivityParts } from '../audit.parts.ts'
import { countEntries } from '../count-entries.ts'
import { addCounts } from '../counts.store.ts'
import { openEntry } from '../encrypted-entry.ts'
import type { CheckpointSigner } from './checkpoint-signer.ts'
import { LogTree } from './log-tree.ts'
import { edgeOf, grow, type Tile } from './tiles.ts'
import {
  findLogRoom,
  findSuperseded,
  findTiles,
  findWaitingEntries,
  findWaitingRooms,
  holdTree,
  placeEntries,
  storeTiles,
  storeTree,
} from './tree.store.ts'

const ENTRIES = 1_000
const ROOMS = 100

type SequencerParts = Omit<ActivityParts, 'activity'>

export interface Sequencer {
  run(): Promise<number>
}

/** A lock serializes nodes per tree. A tree that mismatches its signature stays unchanged. */
export function createSequencer(parts: SequencerParts): Sequencer {
  const refused = new Set<number>()
  const sequence = async (roomId: number): Promise<boolean> => {
    try {
      const state = await sequenceEntriesOf(parts, roomId)
      if (refused.delete(roomId))
        parts.log.info({ roomId }, 'the activity log of a room is continued again')
      return state === 'more'
    } catch (err) {
      if (!refused.has(roomId))
        parts.log.error({ err, roomId }, 'the activity log of a room could not be continued')
      refused.add(roomId)
      return false
    }
  }
  return {
    async run() {
      let more = 0
      for (const roomId of await findWaitingRooms(parts.database.db, ROOMS))
        if (await sequence(roomId)) more += 1
      return more
    },
  }
}

/** `more` means entries may remain, `held` another node's lock. @throws if the tree does not match its signature */
export const sequenceEntriesOf = (
  parts: SequencerParts,
  roomId: number,
): Promise<'done' | 'more' | 'held'> =>
  parts.database.transaction((tx) => sequenceRoom(tx, parts, roomId))

async function sequenceRoom(
  tx: Tx,
  { retention, signer, clock }: SequencerParts,
  roomId: number,
): Promise<'done' | 'more' | 'held'> {
  const tree = await holdTree(tx, roomId)
  if (!tree) return 'held'
  const { vault, zone } = await findLogRoom(tx, roomId)
  const edge = await findTiles(tx, roomId, edgeOf(tree.size))
  await requireSigned(signer, originOf(vault), tree, edge)

  const rows = await findWaitingEntries(tx, roomId, ENTRIES)
  if (rows.length === 0) return 'done'
  const opened = await Promise.all(rows.map((row) => openEntry(tx, retention, row)))
  const tiles = grow(
    tree.size,
    edge,
    opened.map(({ leaf }) => leaf),
  )
  const size = tree.size + rows.length
  const root = await treeOf([...tiles, ...edge]).root(size)
  const ids = rows.map(({ id }) => id)
  await placeEntries(tx, ids, tree.size)
  await storeTiles(tx, roomId, tiles)
  await addCounts(
    tx,
    roomId,
    countEntries(
      opened.flatMap(({ entry }) => entry ?? []),
      await findSuperseded(
        tx,
        rows.flatMap(({ continues }) => continues ?? []),
      ),
      zone,
    ),
  )
  await storeTree(tx, roomId, {
    size,
    note: signer.sign({ origin: originOf(vault), size, root, at: clock.now().toISOString() }),
  })
  // Signing costs more than an entry, so later entries wait.
  return rows.length === ENTRIES ? 'more' : 'done'
}

/** The first tile for a place counts. */
function treeOf(tiles: readonly Tile[]): LogTree {
  return new LogTree(async (level, index) => {
    const tile = tiles.find((each) => each.level === level && each.index === index)
    if (!tile) throw new Error(`the tile ${level}/${index} is missing`)
    return tile.hashes
  })
}

/** The server would otherwise sign a tampered tree. */
async function requireSigned(
  signer: CheckpointSigner,
  origin: string,
  { size, note }: { size: number; note: string },
  edge: readonly Tile[],
): Promise<void> {
  if (size === 0 && note === '') return
  const signed = signer.open(note)
  if (
    !signed ||
    signed.origin !== origin ||
    signed.size !== size ||
    !sameHash(signed.root, await treeOf(edge).root(size))
  ) {
    throw new Error('its tree is not the one that was signed last')
  }
}
