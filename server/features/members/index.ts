export { acceptNotice } from './accept-notice.ts'
export { drawPin } from './issue-pin.ts'
export { drawCode, mailNewCode, mailPin, mailStepCode } from './mail-secret.ts'
export type { MemberParts } from './members.parts.ts'
export { reasonOf as mailReasonOf } from './members.present.ts'
export {
  type Entrant,
  findAddresses,
  findAllOperators,
  findByPin,
  findCodeHash,
  findEntered,
  findEntrants,
  findMember,
  findMemberNames,
  findMembers,
  findReachable,
  findShutOut,
  holdByPin,
  holdCodeHash,
  holdEntrant,
} from './members.read.ts'
export { memberHandlers, memberOperations } from './members.routes.ts'
export { identityOf } from './members.rules.ts'
export { deleteStaleReplacements, lockMembers, noteEntry, settlePin, takeShownPin } from './members.store.ts'
export { type OpenedRoom, type OpenRoomRequest, openRoom } from './open-room.ts'
export { createSecrets, type HashCost, type Secrets } from './secrets.ts'
