import type { Translate } from '../lib/i18n.ts'

const MAIL_KINDS = {
  pin: 'console.mailKind_pin',
  'pin-shown': 'console.mailKind_pin-shown',
  code: 'console.mailKind_code',
  step: 'console.mailKind_step',
  passkey: 'console.mailKind_passkey',
  address: 'console.mailKind_address',
  'address-changed': 'console.mailKind_address-changed',
  acceptance: 'console.mailKind_acceptance',
  rooms: 'console.mailKind_rooms',
  'new-documents': 'console.mailKind_new-documents',
  thread: 'console.mailKind_thread',
  message: 'console.mailKind_message',
  'room-closes': 'console.mailKind_room-closes',
  'room-closed': 'console.mailKind_room-closed',
  'closing-asked': 'console.mailKind_closing-asked',
  daily: 'console.mailKind_daily',
  'fast-reading': 'console.mailKind_fast-reading',
  network: 'console.mailKind_network',
  submissions: 'console.mailKind_submissions',
  'program-invited': 'console.mailKind_program-invited',
  'operator-asked': 'console.mailKind_operator-asked',
  'structure-copied': 'console.mailKind_structure-copied',
  proposal: 'console.mailKind_proposal',
  'destruction-asked': 'console.mailKind_destruction-asked',
  'destruction-withdrawn': 'console.mailKind_destruction-withdrawn',
  destroyed: 'console.mailKind_destroyed',
  'sign-invitation': 'console.mailKind_sign-invitation',
  'sign-reminder': 'console.mailKind_sign-reminder',
  'sign-declined': 'console.mailKind_sign-declined',
  'sign-cancelled': 'console.mailKind_sign-cancelled',
  'sign-expired': 'console.mailKind_sign-expired',
  'seal-failed': 'console.mailKind_seal-failed',
  sealed: 'console.mailKind_sealed',
} as const

const MAIL_REASONS = {
  connection: 'console.mailReason_connection',
  authentication: 'console.mailReason_authentication',
  deferred: 'console.mailReason_deferred',
  rejected: 'console.mailReason_rejected',
  unreadable: 'console.mailReason_unreadable',
  expired: 'console.mailReason_expired',
  withdrawn: 'console.mailReason_withdrawn',
  unknown: 'console.mailReason_unknown',
} as const

const FAULTS = {
  time: 'console.undelivered_time',
  address: 'console.undelivered_address',
  connection: 'console.undelivered_connection',
  sequence: 'console.undelivered_sequence',
  expired: 'console.undelivered_expired',
} as const

const isOf = <Texts extends object>(texts: Texts, code: string): code is keyof Texts & string =>
  Object.hasOwn(texts, code)

/** Newer releases have further kinds. */
export const textOfMailKind = (t: Translate, kind: string): string =>
  isOf(MAIL_KINDS, kind) ? t(MAIL_KINDS[kind]) : kind

export const textOfMailReason = (t: Translate, reason: string): string =>
  isOf(MAIL_REASONS, reason) ? t(MAIL_REASONS[reason]) : reason

export const textOfFault = (t: Translate, fault: string): string =>
  isOf(FAULTS, fault) ? t(FAULTS[fault]) : fault
