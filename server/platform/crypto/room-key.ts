import { hkdfSync, randomBytes } from 'node:crypto'
import { KEY_SIZE, openBytes, SealError, sealBytes } from './cobblestone.ts'
import { encodeContext, type SealingContext } from './context.ts'

const ROOM_KEK_INFO = 'sealroom room kek v1'
const RETENTION_KEK_INFO = 'sealroom retention kek v1'
const RETENTION_INFO = 'sealroom retention seal v1'
const ROOT_ID_INFO = 'sealroom root key id v1'
const ROOT_ID_SIZE = 16
const NO_SALT = Buffer.alloc(0)

/** The two keys without either of which a room key stays shut. */
export interface RoomKeyParents {
  /** The installation's root key. */
  readonly root: Uint8Array
  /** The room's own key in the key store; destroying it destroys the room. */
  readonly shredKey: Uint8Array
}

/** The two keys without either of which the details of a room's log stay shut. */
export interface RetentionKeyParents {
  /** The installation's root key. */
  readonly root: Uint8Array
  /** The room's key for its log in the key store, which outlives the shred key. */
  readonly retentionKey: Uint8Array
}

/** What names a root key where it is not at hand: 16 bytes of HKDF-SHA-512 of it, in hexadecimal. They tell nothing of the key. */
export function rootKeyId(root: Uint8Array): string {
  return Buffer.from(hkdfSync('sha512', ofKeySize(root), NO_SALT, ROOT_ID_INFO, ROOT_ID_SIZE)).toString('hex')
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

/** Seals the key of a room's log for the database. */
export function wrapRetentionSeal(parents: RetentionKeyParents, vaultId: string, key: Uint8Array): Buffer {
  return sealBytes(retentionKek(parents), retentionContext(vaultId), ofKeySize(key))
}

/** Opens the wrapped key of a room's log; throws SealError where root key, retention key or vault are not its own. */
export function openRetentionSeal(parents: RetentionKeyParents, vaultId: string, wrapped: Uint8Array): Buffer {
  return ofKeySize(openBytes(retentionKek(parents), retentionContext(vaultId), wrapped))
}

/** The key of a room's log in rooms from before it was one of its own: it came from the root key. */
export function derivedRetentionSeal({ root, retentionKey }: RetentionKeyParents): Buffer {
  return Buffer.from(hkdfSync('sha512', ofKeySize(retentionKey), ofKeySize(root), RETENTION_INFO, KEY_SIZE))
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

function retentionKek({ root, retentionKey }: RetentionKeyParents): Buffer {
  return Buffer.from(hkdfSync('sha512', ofKeySize(root), ofKeySize(retentionKey), RETENTION_KEK_INFO, KEY_SIZE))
}

function retentionContext(vaultId: string): Buffer {
  return encodeContext({ room: vaultId, file: '', fileVersion: 0, purpose: 'retention-seal' })
}

function roomKeyContext(vaultId: string): Buffer {
  return encodeContext({ room: vaultId, file: '', fileVersion: 0, purpose: 'room-key' })
}

/** An empty shred key, say, would silently leave the root key alone in charge. */
function ofKeySize<Key extends Uint8Array>(key: Key): Key {
  if (key.length !== KEY_SIZE) throw new SealError(`a key has ${KEY_SIZE} bytes`)
  return key
}
