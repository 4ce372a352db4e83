import { type ActivityParts, type CheckedLog, countStrangeLogs, verifyLog } from './features/activity/index.ts'
import { type ArchiveParts, type WrittenArchive, writeArchive } from './features/archive/index.ts'
import { type CheckedFiles, checkContents, type DocumentParts } from './features/documents/index.ts'
import {
  askAtMachine,
  carryOn,
  closeRoom,
  destroyAtMachine,
  type EndingParts,
  findCertificate,
  lookAtAll,
  withdrawAtMachine,
} from './features/ending/index.ts'
import { type RoomKeyRotation, rotateRoomKey, rotateRoot } from './features/rooms/index.ts'
import type { KeyStore } from './platform/crypto/key-store.ts'
import { SEALED_COLUMNS } from './sealed-columns.ts'

/** What the person at the machine can have done, beside making rooms. */
export interface AtMachine {
  /** Checks the log of a room, also against checkpoints that somebody has kept. */
  verifyLog(roomId: number, notes: readonly string[]): Promise<CheckedLog>
  /** Writes an archive of a room piece by piece. @param recipient a public key of age to seal it to. */
  writeArchive(roomId: number, recipient: string | undefined, write: (piece: Uint8Array) => Promise<void>): Promise<WrittenArchive>
  /** How many rooms have logs that another key has signed: `checkpoint.key` was lost or exchanged. */
  strangeLogs(): Promise<number>
  /** Opens every file of a room's documents and reads it to its end, as after a restore. */
  checkFiles(roomId: number): Promise<CheckedFiles>
  /** Replaces the root key. @returns of how many rooms it wrapped the keys anew. @throws KeyStoreError where a room does not open: then nothing is lost. */
  rotateRoot(): Promise<number>
  /** Replaces the key of a room. */
  rotateRoomKey(roomId: number): Promise<RoomKeyRotation>
  /** The ends of rooms, as the person at the machine has them. */
  readonly endings: Endings
}

/** What the person at the machine does with the ends of rooms. */
interface Endings {
  close(roomId: number): Promise<void>
  /** Asks for a destruction, which another operator confirms or 24 hours. @returns when it begins by itself. */
  ask(roomId: number): Promise<Date>
  /** Takes back what was asked for. */
  withdraw(roomId: number): Promise<void>
  /** Takes the place of whoever would ask for it or confirm it, and does it to its end; also what has begun and was cut off. */
  destroy(roomId: number): Promise<void>
  certificateOf(roomId: number): Promise<{ readonly json: Buffer; readonly pdf: Buffer } | undefined>
  /** Carries on what was cut off, and ends again what a database that was put back takes for living. */
  resume(): Promise<void>
}

const endingsOf = (parts: EndingParts): Endings => ({
  close: (roomId) => closeRoom(parts, roomId),
  ask: (roomId) => askAtMachine(parts, roomId),
  withdraw: (roomId) => withdrawAtMachine(parts, roomId),
  destroy: async (roomId) => {
    await destroyAtMachine(parts, roomId)
    await carryOn(parts, roomId)
  },
  certificateOf: (roomId) => findCertificate(parts, parts.database.db, roomId),
  resume: () => lookAtAll(parts),
})

interface Parts {
  readonly keyStore: KeyStore
  readonly history: ActivityParts
  readonly documents: DocumentParts
  readonly archives: ArchiveParts
  readonly ending: EndingParts
}

export const atMachine = ({ keyStore, history, documents, archives, ending }: Parts): AtMachine => ({
  verifyLog: (roomId, notes) => verifyLog(history, roomId, notes),
  strangeLogs: () => countStrangeLogs(history),
  writeArchive: (roomId, recipient, write) => writeArchive(archives, roomId, recipient, { write }),
  checkFiles: (roomId) => checkContents(documents, roomId),
  rotateRoot: () => rotateRoot({ ...documents, keyStore }),
  rotateRoomKey: (roomId) => rotateRoomKey({ ...documents, keyStore, sealedColumns: SEALED_COLUMNS }, roomId),
  endings: endingsOf(ending),
})
