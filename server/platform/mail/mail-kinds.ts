import type { MailTextKind } from '../../../contract/core/mails/mail-texts.ts'

/** `none` allows no text of the room, `closing-text` that of the brand, and a kind of introduction both. */
export type RoomWords = 'none' | 'closing-text' | MailTextKind

/**
 * A room may add these texts of its own to a mail of each kind. Mails about secrets, security and the law allow none, since people must
 * be able to rely on every word of them.
 */
export const MAIL_KINDS = {
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
} as const satisfies Record<string, RoomWords>

export type MailKind = keyof typeof MAIL_KINDS

/** @param isInvitation means that the mail contains the first PIN, whose kind is that of all PINs. */
export const roomWordsOf = (kind: MailKind, isInvitation: boolean): RoomWords =>
  kind === 'pin' && isInvitation ? 'invitation' : MAIL_KINDS[kind]
