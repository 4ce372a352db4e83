import type { ActivityKind } from './activity.ts'

/** By what a log is filtered: the words of the history page. */
export const ACTIVITY_TYPES = [
  'login',
  'refusal',
  'view',
  'print',
  'download',
  'capture',
  'upload',
  'rename',
  'move',
  'copy',
  'delete',
  'restore',
  'invite',
  'rights',
  'switch',
  'message',
  'export',
  'viewAs',
  'gate',
  'session',
  'room',
] as const
export type ActivityType = (typeof ACTIVITY_TYPES)[number]

/** Each kind of entry has one type. */
const TYPE_OF: Record<ActivityKind, ActivityType> = {
  'room.created': 'room',
  'room.switched': 'switch',
  'room.viewing': 'switch',
  'session.joined': 'login',
  'session.pin-asked': 'session',
  'session.code-asked': 'gate',
  'session.refused': 'refusal',
  'session.agreed': 'login',
  'session.raised': 'gate',
  'session.code-refused': 'gate',
  'session.ended': 'session',
  'member.view-as-started': 'viewAs',
  'member.view-as-ended': 'viewAs',
  'member.invited': 'invite',
  'member.invited-again': 'invite',
  'member.code-again': 'gate',
  'member.copy-again': 'invite',
  'member.signed-out': 'session',
  'member.mail-dismissed': 'invite',
  'member.updated': 'invite',
  'member.right': 'rights',
  'member.role': 'rights',
  'member.removed': 'invite',
  'document.uploaded': 'upload',
  'document.refused': 'refusal',
  'document.replaced': 'upload',
  'document.version-restored': 'upload',
  'document.folder-created': 'upload',
  'document.renamed': 'rename',
  'document.moved': 'move',
  'document.copied': 'copy',
  'document.deleted': 'delete',
  'document.restored': 'restore',
  'document.destruction-ordered': 'delete',
  'document.destroyed': 'delete',
  'document.viewed': 'view',
  'document.pages-viewed': 'view',
  'document.password-refused': 'refusal',
  'document.capture-attempted': 'capture',
  'document.downloaded': 'download',
  'document.download-refused': 'refusal',
  'document.zip-downloaded': 'download',
  'document.printed': 'print',
  'document.print-refused': 'refusal',
  'activity.exported': 'export',
  'message.sent': 'message',
}

/** The type of a kind; undefined for one that this version does not know. */
export const typeOfKind = (kind: string): ActivityType | undefined =>
  Object.hasOwn(TYPE_OF, kind) ? TYPE_OF[kind as ActivityKind] : undefined

/** The kinds of a type. */
export const kindsOfType = (type: ActivityType): string[] => Object.keys(TYPE_OF).filter((kind) => typeOfKind(kind) === type)
