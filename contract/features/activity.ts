import { z } from 'zod'
import { LANGUAGES } from '../core/language.ts'
import { MOVABLE_PHASES } from '../core/phase.ts'
import { id, instant, parentId } from '../core/schemas.ts'
import { SEAL_LACKS, SEAL_LEVELS } from '../core/seal-level.ts'
import { EXPORT_FORMATS } from '../proof/history-export.ts'
import { entering, readingLimits, reporting, viewing, watermarkStyle } from './rooms.ts'

const item = { itemId: id, name: z.string() }
const place = { division: z.string(), position: z.string() }
const person = { memberId: id, name: z.string() }
const composed = { templateId: id, name: z.string() }
/** Somebody whom a document to sign concerns; they need not be members of the room. */
const party = z.object({ participantId: id, name: z.string(), email: z.string() })
const passkey = { passkeyId: id, name: z.string() }
/** `sealed`: to a passphrase or a key of age. */
const archive = z.object({ archiveId: id, scope: z.enum(['room', 'own']), sealed: z.boolean() })

/**
 * Every kind of entry of the activity log with its details: a closed union. The sentences a person reads are made from these,
 * in both languages, so an entry holds facts and no text.
 */
export const ACTIVITY = {
  'room.created': z.object({ name: z.string() }),
  'room.renamed': z.object({ name: z.string(), before: z.string() }),
  'room.switched': z.object({ watermark: z.boolean(), noti: z.boolean() }),
  /** How the watermark looks, as it is from then on. */
  'room.watermark-style': watermarkStyle,
  /** How documents are read, as it is from then on. */
  'room.viewing': viewing,
  /** How people enter, as it is from then on. */
  'room.entering': entering,
  /** What operators are told by mail, as it is from then on. */
  'room.reporting': reporting,
  /** How fast members may read, as it is from then on. */
  'room.reading-limits': readingLimits,
  /** The key of the room was replaced; `values`: how many were sealed anew. */
  'room.key-replaced': z.object({ values: z.int() }),
  /** Freezes, closes or opens the room; `scheduled`: its time had come. */
  'room.phase': z.object({ phase: z.enum(MOVABLE_PHASES), from: z.enum(MOVABLE_PHASES), scheduled: z.literal(true).optional() }),
  'room.scheduled': z.object({ closesAt: instant.nullable() }),
  /** Members were mailed that the room closes; `ahead`: which of the two mails it was. */
  'room.closing-told': z.object({ ahead: z.enum(['week', 'day']), closesAt: instant, people: z.int() }),
  'room.destruction-asked': z.object({ destroysAt: instant }),
  'room.destruction-withdrawn': z.object({}),
  /** `time`: nobody confirmed and nobody withdrew it; `machine`: the person at the machine. `restored`: of a database that was put back. */
  'room.destruction-confirmed': z.object({ by: z.enum(['operator', 'time', 'machine', 'restored']) }),
  'room.key-destroyed': z.object({}),
  'room.destroyed': z.object({ documents: z.int(), versions: z.int(), bytes: z.int() }),
  /**
   * `link`: by the link of a mail. `device`: whether this person has entered with this browser before. `step`: by the mailed code of the
   * second step, too. `shown`: an operator had been shown this PIN, and nobody had entered with it before.
   */
  'session.joined': z.object({
    by: z.enum(['pin', 'link']),
    device: z.enum(['known', 'new']),
    step: z.literal(true).optional(),
    shown: z.literal(true).optional(),
  }),
  /** A code of the second step was mailed; `again`: in place of the one before. Nobody has entered yet. */
  'session.step-asked': z.object({ again: z.boolean() }),
  'session.step-refused': z.object({}),
  /** Somebody who named the person's address asked for a new PIN; `link`: the mail brings a link to enter with, too. */
  'session.pin-asked': z.object({ link: z.boolean() }),
  'session.code-asked': z.object({}),
  'session.refused': z.object({ reason: z.enum(['blocked', 'expired', 'closed']) }),
  /** `language`: of the text that was accepted. */
  'session.agreed': z.object({ noticeVersion: z.string(), language: z.enum(LANGUAGES).optional() }),
  /** `passkey`: the name of the one that was used. Entries of earlier releases do not say by what, which was the code. */
  'session.raised': z.object({ by: z.enum(['code', 'passkey']).optional(), passkey: z.string().optional() }),
  'session.code-refused': z.object({}),
  'session.passkey-refused': z.object({}),
  'session.ended': z.object({
    reason: z.enum(['logout', 'idle', 'expired', 'blocked', 'removed', 'replaced', 'elsewhere', 'operator', 'destroyed']),
  }),
  /** An operator opened the room as this person sees it; what is read then is logged as the operator's, with the person beside it. */
  'member.view-as-started': z.object(person),
  /** `session`: the operator's own session or operator area ended; `person`: the person was blocked or removed. */
  'member.view-as-ended': z.object({ ...person, reason: z.enum(['left', 'replaced', 'session', 'person']) }),
  'member.invited': z.object({ ...person, email: z.string() }),
  'member.invited-again': z.object(person),
  /** An operator was shown a fresh PIN of this person, in place of the mailed one. */
  'member.pin-shown': z.object(person),
  /** Name and address of the doer, as they are from then on and as they were. */
  'member.renamed': z.object({ ...person, before: z.string() }),
  'member.address': z.object({ ...person, email: z.string(), before: z.string() }),
  /** An operator was mailed a new code in place of one that did not arrive. */
  'member.code-again': z.object(person),
  /** A member was mailed the copy of the accepted notice in place of one that did not arrive. */
  'member.copy-again': z.object(person),
  /** `sessions`: how many an operator ended. */
  'member.signed-out': z.object({ ...person, sessions: z.int() }),
  'member.mail-dismissed': z.object({ ...person, mail: z.string() }),
  /** Division and position, as they are from then on and as they were. */
  'member.updated': z.object({ ...person, ...place, before: z.object(place) }),
  'member.right': z.object({ ...person, target: z.enum(['print', 'download', 'access', 'text']), value: z.boolean() }),
  'member.role': z.object({ ...person, roleId: id }),
  'member.removed': z.object(person),
  /** Passkeys of the doer, in this room. */
  'passkey.added': z.object(passkey),
  'passkey.renamed': z.object({ ...passkey, before: z.string() }),
  'passkey.removed': z.object(passkey),
  'document.uploaded': z.object({ ...item, size: z.int() }),
  /** The virus scanner refused it; `signature`: what it found. */
  'document.refused': z.object({ name: z.string(), reason: z.enum(['INFECTED', 'UNSCANNED']), signature: z.string().optional() }),
  /** A file got new content as its version `number`; the versions before it stay. */
  'document.replaced': z.object({ ...item, size: z.int(), number: z.int() }),
  /** The content of version `from` became the newest version, `number`. */
  'document.version-restored': z.object({ ...item, size: z.int(), number: z.int(), from: z.int() }),
  'document.version-destroyed': z.object({ ...item, size: z.int(), number: z.int(), shared: z.boolean(), backupsUntil: z.iso.date() }),
  'document.folder-created': z.object(item),
  'document.renamed': z.object({ ...item, before: z.string() }),
  'document.moved': z.object({ ...item, from: parentId, to: parentId }),
  /** `items`: how many it is with all that is in it. */
  'document.copied': z.object({ ...item, sourceId: id, items: z.int(), size: z.int() }),
  'document.deleted': z.object({ ...item, items: z.int() }),
  'document.restored': z.object({ ...item, parent: parentId, items: z.int() }),
  /** Somebody did not want to wait for the end of the 30 days. */
  'document.destruction-ordered': z.object(item),
  /** One for each file and folder. `shared`: its keys are gone, but another copy still holds keys of the same content. */
  /** `shared`: a copy holds the content still. `backupsUntil`: the last day of a backup of the database with its keys, as the operator keeps them. */
  'document.destroyed': z.object({ ...item, size: z.int(), shared: z.boolean(), backupsUntil: z.iso.date().optional() }),
  'document.viewed': z.object(item),
  /** A search of texts told what stands around its words: noted once an hour for a member and a document, without the words. */
  'document.passage-shown': z.object(item),
  /** As the reader's browser tells, cut to the time for which the server saw the document open; by page. */
  'document.pages-viewed': z.object({ ...item, pages: z.array(z.object({ page: z.int(), seconds: z.number() })) }),
  /** A password was tried on a locked document and is not its own. */
  'document.password-refused': z.object(item),
  /** The reader's browser noticed what looks like a capture of the screen while this page was shown. */
  'document.capture-attempted': z.object({ ...item, page: z.int() }),
  /** `version`: the number of an older one. `pictures`: so many pages became pictures, since they could not be stamped as they are. */
  'document.downloaded': z.object({ ...item, version: id.optional(), pictures: z.int().positive().optional() }),
  /** `preview`: a marked copy was asked for, but there are no pages to make it of. */
  'document.download-refused': z.object({ ...item, reason: z.enum(['right', 'watermark', 'preview', 'view-as']) }),
  /** The doer has passed a limit of reading; noted once an hour. */
  'reading.too-fast': z.object({ what: z.enum(['documents', 'pages', 'downloads']), span: z.enum(['minute', 'hour']), limit: z.int() }),
  /** What a zip was asked for; each file in it has its own entry beside this. */
  'document.zip-downloaded': z.object({ name: z.string(), itemIds: z.array(id), files: z.int(), leftOut: z.int() }),
  'document.printed': z.object(item),
  'document.print-refused': z.object({ ...item, reason: z.enum(['right', 'type', 'preview', 'view-as']) }),
  /** A list of entries was taken out, filtered by what is named; `own`: the reader's own alone. */
  'activity.exported': z.object({
    format: z.enum(EXPORT_FORMATS),
    /** It was taken to be printed. */
    print: z.literal(true).optional(),
    itemId: id.optional(),
    own: z.boolean(),
    userId: id.optional(),
    type: z.string().optional(),
    from: z.string().optional(),
    to: z.string().optional(),
  }),
  /** Preparing it was begun. */
  'archive.ordered': archive,
  /** `size`: in bytes. Noted at the first fetch of each session. */
  'archive.fetched': archive.extend({ size: z.int() }),
  'archive.removed': archive,
  /** Written to a file by the person at the machine. */
  'archive.written': z.object({ files: z.int(), size: z.int(), protected: z.boolean() }),
  /** Mails to members, none of whom learns of the others; `itemId` and `name`: the document that they are about. */
  'message.sent': z.object({
    to: z.enum(['operators', 'users']),
    memberIds: z.array(id),
    /** `linked`: the mails lead to it, since it is too large for them. */
    attachment: z.object({ name: z.string(), size: z.int(), linked: z.literal(true).optional() }).optional(),
    itemId: id.optional(),
    name: z.string().optional(),
  }),
  /** The same once more, to those whom it had not reached. */
  'message.sent-again': z.object({ to: z.enum(['operators', 'users']), memberIds: z.array(id) }),
  /** The file of a message by its link, or a range of it, by one to whom it was mailed. */
  'message.file-fetched': z.object({ messageId: id, senderId: id, name: z.string(), size: z.int() }),
  /** Files of messages whose time was over. */
  'message.files-removed': z.object({ count: z.int(), size: z.int() }),
  /** `itemId`: the document of the room that was taken. */
  'compose.uploaded': z.object({ ...composed, size: z.int(), itemId: id.optional() }),
  'compose.copied': z.object({ ...composed, sourceId: id }),
  /** Noted once an hour for a document. */
  'compose.changed': z.object(composed),
  'compose.sent': z.object({ ...composed, people: z.array(party) }),
  /** Mailed the first link to sign; `compose.reminded`: a further one. */
  'compose.invited': z.object({ ...composed, person: party }),
  'compose.reminded': z.object({ ...composed, person: party }),
  'compose.cancelled': z.object(composed),
  'compose.expired': z.object({ ...composed, person: party }),
  'compose.sealed': z.object({
    ...composed,
    sourceSha256: z.string(),
    resultSha256: z.string(),
    level: z.enum(SEAL_LEVELS).optional(),
    lack: z.enum(SEAL_LACKS).nullish(),
  }),
  'compose.seal-failed': z.object({ ...composed, code: z.string() }),
  'compose.seal-again': z.object(composed),
  'compose.kept': z.object({ ...composed, itemId: id }),
  /** `sealed`: the sealed one and not the original. */
  'compose.downloaded': z.object({ ...composed, sealed: z.boolean(), itemId: id.optional() }),
  /** Given to be shown on a page. `itemId` as above. */
  'compose.viewed': z.object({ ...composed, sealed: z.boolean(), itemId: id.optional() }),
  'compose.removed': z.object(composed),
  /** An image for stamping. */
  'compose.image-uploaded': z.object({ imageId: id, size: z.int() }),
  /** Images that stood on no page of a document for a day. */
  'compose.images-removed': z.object({ count: z.int(), size: z.int() }),
  'sign.opened': z.object({ ...composed, person: party }),
  'sign.downloaded': z.object({ ...composed, person: party }),
  'sign.completed': z.object({ ...composed, person: party }),
  'sign.declined': z.object({ ...composed, person: party }),
  /** Noted once an hour for a person and a reason; `code`: why. */
  'sign.refused': z.object({ ...composed, person: party, code: z.string() }),
} as const satisfies Record<string, z.ZodObject>

export type ActivityKind = keyof typeof ACTIVITY
export type ActivityDetails<K extends ActivityKind> = z.infer<(typeof ACTIVITY)[K]>
