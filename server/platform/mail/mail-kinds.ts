import type { MailTextKind } from '../../../contract/core/mails/mail-texts.ts'

/** `none` allows no room text, `closing-text` the brand's, an introduction kind both. */
export type RoomTextPolicy = 'none' | 'closing-text' | MailTextKind

/** Mails about secrets, security and the law allow no room texts, since people must rely on every word. */
export const MAIL_KINDS = {
  // With the first PIN it is an invitation and has that introduction.
  pin: 'none',
  'pin-shown': 'none',
  code: 'none',
  step: 'none',
  passkey: 'none',
  address: 'none',
  'address-changed': 'none',
  acceptance: 'none',
  rooms: 'none',
  'new-documents': 'documents',
  thread: 'questions',
  message: 'closing-text',
  'room-closes': 'closing',
  'room-closed': 'closing',
  'closing-asked': 'none',
  daily: 'none',
  'fast-reading': 'none',
  network: 'none',
  submissions: 'none',
  'program-invited': 'none',
  'operator-asked': 'none',
  'structure-copied': 'none',
  proposal: 'closing-text',
  'destruction-asked': 'none',
  'destruction-withdrawn': 'none',
  destroyed: 'none',
  'sign-invitation': 'closing-text',
  'sign-reminder': 'closing-text',
  'sign-declined': 'closing-text',
  'sign-cancelled': 'closing-text',
  'sign-expired': 'none',
  'seal-failed': 'none',
  sealed: 'closing-text',
} as const satisfies Record<string, RoomTextPolicy>

export type MailKind = keyof typeof MAIL_KINDS

/** @param isInvitation the mail contains the first PIN */
export const roomTextPolicyOf = (kind: MailKind, isInvitation: boolean): RoomTextPolicy =>
  kind === 'pin' && isInvitation ? 'invitation' : MAIL_KINDS[kind]
