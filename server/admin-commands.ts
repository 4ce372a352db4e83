import { type BackupRequest, backUp, type WrittenBackup } from './backup/back-up.ts'
import {
  type ListedBackup,
  listBackups,
  type Pruned,
  type PruneRequest,
  prune,
} from './backup/prune.ts'
import { settleRestored } from './backup/settle-restored.ts'
import { ENCRYPTED_COLUMNS } from './encrypted-columns.ts'
import { type ArchiveParts, type WrittenArchive, writeArchive } from './features/archive/index.ts'
import {
  type ActivityParts,
  type CheckedLog,
  countStrangeLogs,
  verifyLog,
} from './features/audit/index.ts'
import {
  askAtMachine,
  type ClosingParts,
  closeRoom,
  destroyAtMachine,
  findCertificate,
  lookAtAll,
  resumeDestruction,
  withdrawAtMachine,
} from './features/closing/index.ts'
import { inviteAtMachine, listAdministrators, removeAtMachine } from './features/console/index.ts'
import {
  type CheckedFiles,
  checkContents,
  type DocumentParts,
  type ImportRequest,
  type ImportResult,
  type ImportSource,
  type ImportWatch,
  importIntoRoom,
} from './features/documents/index.ts'
import {
  createApiKey,
  type InstallationSecrets,
  type ListedApiKey,
  listApiKeys,
  type NewApiKey,
  revokeApiKey,
} from './features/integrations/index.ts'
import { type RoomKeyRotation, rotateRoomKey, rotateRoot } from './features/rooms/index.ts'
import { moveStorage, type StorageMove } from './move-storage.ts'
import type { MovedBlobs } from './platform/blob/move-blobs.ts'
import type { KeyStore } from './platform/encryption/key-store.ts'
import type { Resources } from './resources.ts'
import type { Sheets } from './workers/sheet/index.ts'

export interface AdminCommands {
  /** Includes checkpoints kept elsewhere. */
  verifyLog(roomId: number, notes: readonly string[]): Promise<CheckedLog>
  /** @param recipient age public key */
  writeArchive(
    roomId: number,
    recipient: string | undefined,
    write: (piece: Uint8Array) => Promise<void>,
  ): Promise<WrittenArchive>
  strangeLogs(): Promise<number>
  /** Continues an interrupted call. @throws Refusal */
  importIntoRoom(
    source: ImportSource,
    request: ImportRequest,
    watch: ImportWatch,
  ): Promise<ImportResult>
  checkFiles(roomId: number): Promise<CheckedFiles>
  /** @returns the rooms with newly wrapped keys. @throws KeyStoreError if a key cannot be unwrapped; nothing is lost. */
  rotateRoot(): Promise<number>
  rotateRoomKey(roomId: number): Promise<RoomKeyRotation>
  moveStorage(move: StorageMove): Promise<MovedBlobs>
  readonly endings: Endings
  readonly apiKeys: ApiKeys
  readonly administrators: Administrators
  /** @throws BackupError */
  backUp(request: BackupRequest): Promise<WrittenBackup>
  listBackups(): Promise<ListedBackup[]>
  pruneBackups(request: PruneRequest): Promise<Pruned>
  /** Ends sessions, freezes rooms and repeats destructions that the restore undid. @returns numbers of rooms whose keys are missing. */
  settleRestored(snapshotAt: Date): Promise<readonly string[]>
}

interface ApiKeys {
  /** The key is shown once and never stored. */
  create(key: NewApiKey): Promise<{ readonly id: number; readonly key: string }>
  list(): Promise<ListedApiKey[]>
  /** @returns how many webhooks were deleted, or undefined without the key. */
  revoke(id: number): Promise<number | undefined>
}

interface Administrators {
  /** Also replaces a lost passkey. The link is shown once. @throws Refusal EMAIL_FORMAT */
  invite(whom: {
    readonly email: string
    readonly name: string
  }): ReturnType<typeof inviteAtMachine>
  list(): ReturnType<typeof listAdministrators>
  /** @throws Refusal NOT_FOUND */
  remove(id: number): Promise<void>
}

interface Endings {
  close(roomId: number): Promise<void>
  /** The destruction starts after a confirmation or 24 hours. @returns the latest start. */
  ask(roomId: number): Promise<Date>
  withdraw(roomId: number): Promise<void>
  /** Needs no second person, and continues an interrupted destruction. */
  destroy(roomId: number): Promise<void>
  certificateOf(
    roomId: number,
  ): Promise<{ readonly json: Buffer; readonly pdf: Buffer } | undefined>
  resume(): Promise<void>
}

const endingsOf = (parts: ClosingParts): Endings => ({
  close: (roomId) => closeRoom(parts, roomId),
  ask: (roomId) => askAtMachine(parts, roomId),
  withdraw: (roomId) => withdrawAtMachine(parts, roomId),
  destroy: async (roomId) => {
    await destroyAtMachine(parts, roomId)
    await resumeDestruction(parts, roomId)
  },
  certificateOf: (roomId) => findCertificate(parts, parts.database.db, roomId),
  resume: () => lookAtAll(parts),
})

interface AdminCommandParts {
  readonly resources: Pick<Resources, 'database' | 'tiers'>
  readonly keyStore: KeyStore
  readonly history: ActivityParts
  readonly documents: DocumentParts & { readonly sheets: Sheets }
  readonly archives: ArchiveParts
  readonly ending: ClosingParts
  readonly installation: InstallationSecrets
}

export const adminCommands = ({
  resources,
  keyStore,
  history,
  documents,
  archives,
  ending,
  installation,
}: AdminCommandParts): AdminCommands => ({
  verifyLog: (roomId, notes) => verifyLog(history, roomId, notes),
  strangeLogs: () => countStrangeLogs(history),
  writeArchive: (roomId, recipient, write) => writeArchive(archives, roomId, recipient, { write }),
  importIntoRoom: (source, request, watch) => importIntoRoom(documents, source, request, watch),
  checkFiles: (roomId) => checkContents(documents, roomId),
  rotateRoot: () => rotateRoot({ ...documents, keyStore }),
  rotateRoomKey: (roomId) =>
    rotateRoomKey({ ...documents, keyStore, encryptedColumns: ENCRYPTED_COLUMNS }, roomId),
  moveStorage: (move) => moveStorage(resources, move),
  endings: endingsOf(ending),
  apiKeys: {
    create: (key) => createApiKey({ ...ending, installation }, key),
    list: () => listApiKeys(ending),
    revoke: (id) => revokeApiKey(ending, id),
  },
  administrators: {
    invite: (whom) => inviteAtMachine({ ...ending, installation }, whom),
    list: () => listAdministrators(ending),
    remove: (id) => removeAtMachine(ending, id),
  },
  listBackups: () => listBackups(resources),
  pruneBackups: (request) => prune(documents, request),
  settleRestored: (snapshotAt) => settleRestored(ending, snapshotAt),
  backUp: (request) => backUp({ ...documents, removeFreedBlobs: ending.removeFreedBlobs }, request),
})
