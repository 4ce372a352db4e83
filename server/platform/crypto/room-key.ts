import { hkdfSync, randomBytes } from 'node:crypto'
import { KEY_SIZE, openBytes, SealError, sealBytes } from './cobblestone.ts'
import { encodeContext, type SealingContext } from './context.ts'

const ROOM_KEK_INFO = 'sealroom room kek v1'

/** The two keys without either of which a room key stays shut. */
export interface RoomKeyParents {
  /** The installation's root key. */
  readonly root: Uint8Array
  /** The room's own key in the key store; destroying it destroys the room. */
  readonly shredKey: Uint8Array
}

/** A fresh key for a room, or for a piece of content. */
export function newKey(): Buffer {
  return randomBytes(KEY_SIZE)
}

/** Seals a room key for the database. */
export function wrapRoomKey(parents: RoomKeyParents, vaultId: string, roomKey: Uint8Array): Buffer {
  return sealBytes(roomKek(parents), roomKeyContext(vaultId), ofKeySize(roomKey))
}

/** Opens a wrapped room key; throws SealError where root key, shred key or vault are not its own. */
export function openRoomKey(parents: RoomKeyParents, vaultId: string, wrapped: Uint8Array): Buffer {
  return ofKeySize(openBytes(roomKek(parents), roomKeyContext(vaultId), wrapped))
}

/** Seals a data key under the room key, for the place that `context` names (see `dataKeyContext`). */
export function wrapDataKey(roomKey: Uint8Array, context: SealingContext, key: Uint8Array): Buffer {
  return sealBytes(roomKey, encodeContext(context), ofKeySize(key))
}

/** Opens a wrapped data key; throws SealError where it was changed or belongs to another place or room. */
export function openDataKey(roomKey: Uint8Array, context: SealingContext, wrapped: Uint8Array): Buffer {
  return ofKeySize(openBytes(roomKey, encodeContext(context), wrapped))
}

function roomKek({ root, shredKey }: RoomKeyParents): Buffer {
  return Buffer.from(hkdfSync('sha512', ofKeySize(root), ofKeySize(shredKey), ROOM_KEK_INFO, KEY_SIZE))
}

function roomKeyContext(vaultId: string): Buffer {
  return encodeContext({ room: vaultId, file: '', fileVersion: 0, purpose: 'room-key' })
}

/** An empty shred key, say, would silently leave the root key alone in charge. */
function ofKeySize<Key extends Uint8Array>(key: Key): Key {
  if (key.length !== KEY_SIZE) throw new SealError(`a key has ${KEY_SIZE} bytes`)
  return key
}
