export { requireFreshCode, withFreshCode } from './change-session.ts'
export { countSessions } from './count-sessions.ts'
export { endProofsOf } from './crossing/end-proofs.ts'
export { ownRoomHandlers, ownRoomOperations } from './crossing/own-rooms.routes.ts'
export {
  addressPasskeyHandlers,
  addressPasskeyOperations,
} from './crossing/passkeys/address-passkeys.routes.ts'
export { endSessionsOf, endViewsAsOf, lowerSessionsOf, shutOut, signOut } from './end-sessions.ts'
export { createSessionGuard, type SessionGuard } from './guard/session-guard.ts'
export { passkeyHandlers, passkeyOperations } from './passkeys/passkeys.routes.ts'
export { encryptedAppColumns } from './second-step/app-columns.ts'
export { secondStepHandlers, secondStepOperations } from './second-step/second-step.routes.ts'
export { sessionJobs } from './session.jobs.ts'
export type { SessionParts } from './session.parts.ts'
export { sessionHandlers, sessionOperations } from './session.routes.ts'
export { nameOfProvider } from './sign-on/admit-account.ts'
export {
  consoleProviders,
  leadAdministrator,
  noConsoleTicket,
  takeConsoleTicket,
} from './sign-on/console-sign-on.ts'
export { signOnHandlers, signOnOperations } from './sign-on/sign-on.routes.ts'
export { isSameIssuer } from './sign-on/sign-on.rules.ts'
export type { Ticket as SignOnTicket } from './sign-on/sign-on.store.ts'
export { createThrottle, type Throttle, throttleSubject } from './throttling/throttle.ts'
export { createTokens } from './tokens.ts'
