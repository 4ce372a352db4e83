import { hkdfSync, randomBytes } from 'node:crypto'
import { EncryptionError, encryptBytes, KEY_SIZE, openBytes } from './cobblestone.ts'
import { type EncryptionContext, encodeContext } from './context.ts'

const ROOM_KEK_INFO = 'sealroom room kek v1'
const RETENTION_KEK_INFO = 'sealroom retention kek v1'
const RETENTION_INFO = 'sealroom retention seal v1'
const ROOT_ID_INFO = 'sealroom root key id v1'
const ROOT_ID_SIZE = 16
const NO_SALT = Buffer.alloc(0)

export interface RoomKeyParents {
  readonly root: Uint8Array
  readonly shredKey: Uint8Array
}

export interface RetentionKeyParents {
  readonly root: Uint8Array
  readonly retentionKey: Uint8Array
}

/** The id is 16 bytes of HKDF-SHA-512, which disclose nothing about the key. */
export function rootKeyId(root: Uint8Array): string {
  return Buffer.from(
    hkdfSync('sha512', ofKeySize(root), NO_SALT, ROOT_ID_INFO, ROOT_ID_SIZE),
  ).toString('hex')
}

export function newKey(): Buffer {
  return randomBytes(KEY_SIZE)
}

export function wrapRoomKey(parents: RoomKeyParents, vaultId: string, roomKey: Uint8Array): Buffer {
  return encryptBytes(roomKek(parents), roomKeyContext(vaultId), ofKeySize(roomKey))
}

/** @throws EncryptionError for other parents or another vault. */
export function openRoomKey(parents: RoomKeyParents, vaultId: string, wrapped: Uint8Array): Buffer {
  return ofKeySize(openBytes(roomKek(parents), roomKeyContext(vaultId), wrapped))
}

export function wrapRetentionKey(
  parents: RetentionKeyParents,
  vaultId: string,
  key: Uint8Array,
): Buffer {
  return encryptBytes(retentionKek(parents), retentionContext(vaultId), ofKeySize(key))
}

/** @throws EncryptionError for other parents or another vault. */
export function openRetentionKey(
  parents: RetentionKeyParents,
  vaultId: string,
  wrapped: Uint8Array,
): Buffer {
  return ofKeySize(openBytes(retentionKek(parents), retentionContext(vaultId), wrapped))
}

/** Older rooms derive their log key from the root key. */
export function derivedRetentionKey({ root, retentionKey }: RetentionKeyParents): Buffer {
  return Buffer.from(
    hkdfSync('sha512', ofKeySize(retentionKey), ofKeySize(root), RETENTION_INFO, KEY_SIZE),
  )
}

export function wrapDataKey(
  roomKey: Uint8Array,
  context: EncryptionContext,
  key: Uint8Array,
): Buffer {
  return encryptBytes(roomKey, encodeContext(context), ofKeySize(key))
}

/** @throws EncryptionError if the key was changed or moved. */
export function openDataKey(
  roomKey: Uint8Array,
  context: EncryptionContext,
  wrapped: Uint8Array,
): Buffer {
  return ofKeySize(openBytes(roomKey, encodeContext(context), wrapped))
}

function roomKek({ root, shredKey }: RoomKeyParents): Buffer {
  return Buffer.from(
    hkdfSync('sha512', ofKeySize(root), ofKeySize(shredKey), ROOM_KEK_INFO, KEY_SIZE),
  )
}

function retentionKek({ root, retentionKey }: RetentionKeyParents): Buffer {
  return Buffer.from(
    hkdfSync('sha512', ofKeySize(root), ofKeySize(retentionKey), RETENTION_KEK_INFO, KEY_SIZE),
  )
}

function retentionContext(vaultId: string): Buffer {
  return encodeContext({ room: vaultId, file: '', fileVersion: 0, purpose: 'retention-seal' })
}

function roomKeyContext(vaultId: string): Buffer {
  return encodeContext({ room: vaultId, file: '', fileVersion: 0, purpose: 'room-key' })
}

/** An empty shred key would leave only the root key. */
function ofKeySize<Key extends Uint8Array>(key: Key): Key {
  if (key.length !== KEY_SIZE) throw new EncryptionError(`a key has ${KEY_SIZE} bytes`)
  return key
}
