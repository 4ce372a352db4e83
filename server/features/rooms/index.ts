export { acceptOwnAgreement, lastAccepted } from './agreement/accept-agreement.ts'
export { agreementHandlers, agreementOperations } from './agreement/agreement.routes.ts'
export type { AgreementPart } from './agreement/agreement-columns.ts'
export { encryptedAgreementColumns } from './agreement/agreement-columns.ts'
export {
  agreementAcceptances,
  agreementVersions,
  openAgreement,
} from './agreement/kept-agreements.ts'
export {
  countFiles,
  giveBackSeat,
  giveBackStorage,
  takeSeats,
  takeStorage,
  takeStorageIfFree,
} from './book-limits.ts'
export { brandHandlers, brandOperations } from './brand/brand.routes.ts'
export { encryptedBrandColumns } from './brand/logos.ts'
export { mailStyleOf } from './brand/mail-style.ts'
export { advanceAnnounced, lockTree, noteTakenAway } from './change-content.ts'
export { countRooms } from './count-rooms.ts'
export { createRoom, type RoomRequest } from './create-room.ts'
export { allRooms, isFirstStart, roomAtWork, roomIfAny, roomOf } from './find-room.ts'
export { changeLimits, type RoomLimits, renameRoom, roomsAfter } from './govern-rooms.ts'
export { findUnopenedRooms } from './keys/find-unopened-rooms.ts'
export { createRoomKeyring, indexKeyOf, type RoomKeyring } from './keys/room-keys.ts'
export { type RoomKeyRotation, rotateRoomKey } from './keys/rotate-room-key.ts'
export { rotateRoot } from './keys/rotate-root.ts'
export { mailTextHandlers, mailTextOperations } from './mail-texts/mail-texts.routes.ts'
export { encryptedMailTextColumns } from './mail-texts/mail-texts.ts'
export { changeNumbering, numberingOf } from './room-numbering.ts'
export { acceptedProviders, changeSignOn, changeStepRules } from './room-sign-on.ts'
export { roomPhaseOf, viewingOf, watermarkStyleOf } from './rooms.present.ts'
export type { NumberingSettings, RoomRow } from './rooms.read.ts'
export { roomHandlers, roomOperations } from './rooms.routes.ts'
export type { RoomTables } from './rooms.tables.ts'
