export { acceptNotice } from './accept-notice.ts'
export {
  enterByPin,
  entrantOf,
  entrantsAmong,
  entrantsAt,
  forgetReplacements,
  holderOfPin,
  type PinHolder,
  recordEntry,
} from './enter-by-pin.ts'
export {
  addresseeOf,
  addresseesOf,
  holdEverybody,
  holdMember,
  isMemberReachable,
  mailReaderOf,
  memberOf,
  membersAfter,
  namesOfMembers,
  reachableAndOperators,
  reachableMembers,
  reachableMembersAfter,
  reachableOperators,
  readersOf,
  shutOutAmong,
} from './find-members.ts'
export { invitePrepared, prepareInvitation } from './invite-members.ts'
export { drawCode, mailNewCode, mailPin, mailStepCode } from './mails/mail-secret.ts'
export { type Warning, warnOperators } from './mails/warn-operators.ts'
export type { MemberParts } from './members.parts.ts'
export { reasonOf as mailReasonOf } from './members.present.ts'
export type { Entrant } from './members.read.ts'
export { memberHandlers, memberOperations } from './members.routes.ts'
export { identityOf } from './members.rules.ts'
export {
  drawOperator,
  type OpenedRoom,
  type OpenRoomRequest,
  openRoom,
  openRoomByMail,
} from './open-room.ts'
export { drawPin } from './pins/issue-pin.ts'
export { codeHashOf, holdCode, holdOperator } from './pins/operator-code.ts'
export { createSecrets, type HashCost, type Secrets } from './pins/secrets.ts'
export { dueReaders, type MailedReader, notePlanned, roomsDue } from './preferences/mail-pace.ts'
export { resetOperator } from './reset-operator.ts'
