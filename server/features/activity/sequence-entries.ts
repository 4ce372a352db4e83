import { originOf } from '../../../contract/proof/checkpoint.ts'
import { sameHash } from '../../../contract/proof/merkle.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { ActivityParts } from './activity.parts.ts'
import { countEntries } from './count-entries.ts'
import { addCounts } from './counts.store.ts'
import { openEntry } from './sealed-entry.ts'
import type { CheckpointSigner } from './tree/checkpoint-signer.ts'
import { LogTree } from './tree/log-tree.ts'
import { edgeOf, grow, type Tile } from './tree/tiles.ts'
import {
  findCounted,
  findLogRoom,
  findTiles,
  findWaitingEntries,
  findWaitingRooms,
  holdTree,
  placeEntries,
  storeTiles,
  storeTree,
} from './tree.store.ts'

/** So many entries of a room at a time, and so many rooms: what else waits has its turn in the next round. */
const ENTRIES = 1_000
const ROOMS = 100

type SequencerParts = Omit<ActivityParts, 'activity'>

export interface Sequencer {
  /** One round over all rooms. @returns for how many there is more to do. */
  run(): Promise<number>
}

/**
 * Gives the entries that have none yet their places in the trees of their rooms, counts them, and signs the trees as they are then. Several
 * nodes may do so at once; a room's tree is grown by one of them at a time. A room whose tree is not what was signed is left as it is, and the
 * server's log says so when it begins and when it is over.
 */
export function createSequencer(parts: SequencerParts): Sequencer {
  const refused = new Set<number>()
  const sequence = async (roomId: number): Promise<boolean> => {
    try {
      const state = await sequenceEntriesOf(parts, roomId)
      if (refused.delete(roomId)) parts.log.info({ roomId }, 'the activity log of a room is continued again')
      return state === 'more'
    } catch (err) {
      if (!refused.has(roomId)) parts.log.error({ err, roomId }, 'the activity log of a room could not be continued')
      refused.add(roomId)
      return false
    }
  }
  return {
    async run() {
      let more = 0
      for (const roomId of await findWaitingRooms(parts.database.db, ROOMS)) if (await sequence(roomId)) more += 1
      return more
    },
  }
}

/**
 * The next entries of one room. `more`: some that were there may be left; `held`: another node is at it.
 * @throws where the tree is not what was signed
 */
export const sequenceEntriesOf = (parts: SequencerParts, roomId: number): Promise<'done' | 'more' | 'held'> =>
  parts.database.transaction((tx) => sequenceRoom(tx, parts, roomId))

async function sequenceRoom(tx: Tx, { retention, signer, clock }: SequencerParts, roomId: number): Promise<'done' | 'more' | 'held'> {
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
      await findCounted(
        tx,
        rows.flatMap(({ continues }) => continues ?? []),
      ),
      zone,
    ),
  )
  await storeTree(tx, roomId, { size, note: signer.sign({ origin: originOf(vault), size, root, at: clock.now().toISOString() }) })
  // What has come meanwhile waits for the next round: a tree that is signed for each entry costs more than the entry.
  return rows.length === ENTRIES ? 'more' : 'done'
}

/** A tree of which only these tiles are at hand; of two for the same place the first counts. */
function treeOf(tiles: readonly Tile[]): LogTree {
  return new LogTree(async (level, index) => {
    const tile = tiles.find((each) => each.level === level && each.index === index)
    if (!tile) throw new Error(`the tile ${level}/${index} is missing`)
    return tile.hashes
  })
}

/** Who changed the tree in the database has not got the key, so that the server would sign it for them with the next entries. */
async function requireSigned(
  signer: CheckpointSigner,
  origin: string,
  { size, note }: { size: number; note: string },
  edge: readonly Tile[],
): Promise<void> {
  if (size === 0 && note === '') return
  const signed = signer.open(note)
  if (!signed || signed.origin !== origin || signed.size !== size || !sameHash(signed.root, await treeOf(edge).root(size))) {
    throw new Error('its tree is not the one that was signed last')
  }
}
