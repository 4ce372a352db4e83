import { z } from 'zod'
import { LANGUAGES } from '../core/language.ts'
import { MAIL_TEXT_KINDS } from '../core/mails/mail-texts.ts'
import { OPERATOR_SCOPES } from '../core/permissions.ts'
import { MOVABLE_PHASES } from '../core/phase.ts'
import { id, instant, parentId } from '../core/schemas.ts'
import { SEAL_BLOCKERS, SEAL_LEVELS } from '../core/seal-level.ts'
import { EXPORT_FORMATS } from '../proof/history-export.ts'
import { grantDetails, group, groupUpdate, period } from './activity/rights-details.ts'
import { OPERATOR_REQUEST_KINDS } from './console/operator-request-states.ts'
import { INDEX_FORMATS } from './disclosure.ts'
import { numbering, numberingScope } from './documents/numbering.ts'
import { LEVELS } from './groups/levels.ts'
import { entering, readingLimits, reporting, viewing, watermarkStyle } from './rooms.ts'
import { mailPace } from './session/preferences.ts'
import { THREAD_ROLES } from './threads/thread-roles.ts'
import { ENTRY_KINDS, THREAD_STATES, THREAD_TYPES } from './threads/thread-states.ts'

/** `index`: the number at that time, where everybody counts alike. */
const item = { itemId: id, name: z.string(), index: z.string().optional() }
const staged = z.literal(true).optional()
const ordered = z.literal(true).optional()
const place = { division: z.string(), position: z.string() }
const person = { memberId: id, name: z.string() }
const composed = { templateId: id, name: z.string() }
/** Need not be a member of the room. */
const party = z.object({ participantId: id, name: z.string(), email: z.string() })
const passkey = { passkeyId: id, name: z.string() }
/** `number` is the one that the actor sees. Titles and texts are not logged, since the log outlives the room's key. */
const thread = { threadId: z.string(), number: z.string() }
/** `sealed`: encrypted to a passphrase or age key. */
/** `group` is the name of the group whose documents an archive of the room holds. */
const archive = z.object({ archiveId: id, scope: z.enum(['room', 'own']), group: z.string().optional(), sealed: z.boolean() })

const disclosed = z.object({ disclosureId: id, groupId: id, group: z.string(), at: instant })

const stepProof = z.enum(['app', 'passkey'])

const brandPart = z.enum(['firm', 'accent', 'accentDark', 'sender', 'replyTo', 'footer', 'logo', 'logoDark'])

/** Entries hold facts only, from which sentences are made. */
export const ACTIVITY = {
  'room.created': z.object({ name: z.string() }),
  'room.renamed': z.object({ name: z.string(), before: z.string() }),
  'room.switched': z.object({ watermark: z.boolean(), noti: z.boolean() }),
  'room.watermark-style': watermarkStyle,
  'room.viewing': viewing,
  'room.entering': entering,
  'room.crossing': z.object({ crossing: z.boolean() }),
  /** `providers` are their names at that time. */
  'room.sign-on': z.object({
    pin: z.enum(['everyone', 'operators']),
    providers: z.array(z.string()),
    code: z.array(z.string()),
    /** In the order of `providers`. Earlier entries have none. */
    issuers: z.array(z.string()).optional(),
    groups: z.int(),
  }),
  'room.step-rules': z.object({ proofs: z.enum(['any', 'strong']), pin: z.array(z.string()), signOn: z.array(z.string()) }),
  'room.reporting': reporting,
  /** Texts are not logged, since the log outlives the room's key. */
  'room.brand': z.object({ changed: z.array(brandPart), firm: z.string(), sender: z.string() }),
  /** `standard`: an own text was given up. Texts are not logged, since the log outlives the room's key. */
  'room.mail-texts': z.object({ own: z.array(z.enum(MAIL_TEXT_KINDS)), standard: z.array(z.enum(MAIL_TEXT_KINDS)) }),
  /** `product`: back to the notice of the product. The text is not in the log. */
  'room.agreement': z.object({
    version: z.int(),
    form: z.enum(['text', 'pdf', 'product']),
    languages: z.array(z.enum(LANGUAGES)),
    pages: z.int(),
    signature: z.boolean(),
  }),
  'room.reading-limits': readingLimits,
  /** Of uploads. */
  'room.staging': z.object({ staging: z.boolean() }),
  'room.numbering': z.object({ numbering, scope: numberingScope, names: z.boolean().optional() }),
  'room.numbering-undone': z.object({ numbering, scope: numberingScope, names: z.boolean().optional() }),
  'room.template-saved': z.object({ template: z.string(), folders: z.int() }),
  'room.template-removed': z.object({ template: z.string() }),
  /** `values` counts the values encrypted again. */
  'room.key-replaced': z.object({ values: z.int() }),
  /** `scheduled`: at its configured time. `restoredTo`: the time of the backup that was restored. */
  'room.phase': z.object({
    phase: z.enum(MOVABLE_PHASES),
    from: z.enum(MOVABLE_PHASES),
    scheduled: z.literal(true).optional(),
    restoredTo: instant.optional(),
  }),
  /** Set by a program. `storage` in bytes. */
  'room.limits': z.object({ storage: z.int(), users: z.int() }),
  /** To a new room, by an administrator of the installation. */
  'room.structure-copied': z.object({ roomNo: z.string() }),
  /** By an administrator of the installation. `name` of a new operator; `reset` of one that is there. */
  'operator.asked': z.object({ request: z.enum(OPERATOR_REQUEST_KINDS), email: z.string(), name: z.string().optional(), dueAt: instant }),
  /** `failed`: the room had changed meanwhile. */
  'operator.decided': z.object({
    ...{ request: z.enum(OPERATOR_REQUEST_KINDS), email: z.string() },
    decision: z.enum(['confirmed', 'refused', 'withdrawn', 'failed']),
  }),
  'room.scheduled': z.object({ closesAt: instant.nullable() }),
  'room.closing-told': z.object({ ahead: z.enum(['week', 'day']), closesAt: instant, people: z.int() }),
  'room.destruction-asked': z.object({ destroysAt: instant }),
  'room.destruction-withdrawn': z.object({}),
  /** `time`: nobody decided. `machine`: at the command line. `restored`: repeated after a database restore. */
  'room.destruction-confirmed': z.object({ by: z.enum(['operator', 'time', 'machine', 'restored']) }),
  'room.key-destroyed': z.object({}),
  'room.destroyed': z.object({ documents: z.int(), versions: z.int(), bytes: z.int() }),
  /**
   * `proof`: of the address, by a mailed link. `device`: this person used the browser before. `step`: with the second-step code too. `shown`: an operator saw this PIN
   * before its first use.
   */
  'session.joined': z.object({
    by: z.enum(['pin', 'link', 'proof', 'sign-on']),
    /** Name of the provider. */
    provider: z.string().optional(),
    device: z.enum(['known', 'new']),
    step: z.literal(true).optional(),
    /** Absent: the mailed code. */
    stepBy: stepProof.optional(),
    shown: z.literal(true).optional(),
  }),
  /** `again`: replaces an earlier code. `inside`: by somebody who has entered and changes the own proofs. */
  'session.step-asked': z.object({ again: z.boolean(), inside: z.literal(true).optional() }),
  /** Absent `by`: the mailed code. `inside`: as above. */
  'session.step-refused': z.object({ by: stepProof.optional(), inside: z.literal(true).optional() }),
  /** Anyone who knows the address can cause it. `link`: with an entry link. */
  'session.pin-asked': z.object({ link: z.boolean() }),
  'session.code-asked': z.object({}),
  'session.refused': z.object({
    reason: z.enum(['blocked', 'expired', 'closed', 'network', 'proof', 'account']),
    inUse: z.literal(true).optional(),
  }),
  'session.agreed': z.object({ noticeVersion: z.string(), language: z.enum(LANGUAGES).optional() }),
  /** The own agreement of the room. `sha256`: of the text or PDF. `signed`: the name that was typed. */
  'session.accepted': z.object({ version: z.int(), language: z.enum(LANGUAGES), sha256: z.string(), signed: z.string().optional() }),
  /** Entries of earlier releases have no `by` and mean a code. */
  'session.raised': z.object({ by: z.enum(['code', 'passkey', 'sign-on']).optional(), passkey: z.string().optional() }),
  'member.sign-on-bound': z.object({ ...person, provider: z.string() }),
  'member.sign-on-unbound': z.object({ ...person, provider: z.string() }),
  'session.code-refused': z.object({}),
  'session.passkey-refused': z.object({}),
  'session.ended': z.object({
    reason: z.enum(['logout', 'idle', 'expired', 'blocked', 'removed', 'replaced', 'elsewhere', 'operator', 'destroyed']),
  }),
  /** Reads are logged as the operator's, with the person. */
  'member.view-as-started': z.object(person),
  /** `session`: the operator's (elevated) session ended. `person`: that person was blocked or removed. */
  'member.view-as-ended': z.object({ ...person, reason: z.enum(['left', 'replaced', 'session', 'person']) }),
  /** `scope`: as an operator. */
  'member.invited': z.object({ ...person, email: z.string(), scope: z.enum(OPERATOR_SCOPES).optional() }),
  /** `memberId` is the lead's. */
  'member.proposed': z.object({ ...person, proposed: z.string(), email: z.string() }),
  'member.proposal-withdrawn': z.object({ ...person, proposed: z.string(), email: z.string() }),
  'member.proposal-declined': z.object({ ...person, proposed: z.string(), email: z.string(), group: z.string() }),
  'member.proposal-admitted': z.object({ ...person, proposed: z.string(), email: z.string(), group: z.string() }),
  'member.lead': z.object({ ...person, group: z.string(), isLead: z.boolean() }),
  'member.invited-again': z.object(person),
  /** A new PIN was shown instead of mailed. */
  'member.pin-shown': z.object(person),
  /** These are the actor's own. */
  'member.renamed': z.object({ ...person, before: z.string() }),
  'member.address': z.object({ ...person, email: z.string(), before: z.string() }),
  /** The actor's own. */
  'member.mail-pace': z.object({ before: mailPace, pace: mailPace }),
  /** Mailed again because it did not arrive. */
  'member.code-again': z.object(person),
  /** The accepted notice is mailed again. */
  'member.copy-again': z.object(person),
  'member.signed-out': z.object({ ...person, sessions: z.int() }),
  'member.mail-dismissed': z.object({ ...person, mail: z.string() }),
  'member.updated': z.object({ ...person, ...place, before: z.object(place) }),
  'member.right': z.object({ ...person, target: z.enum(['print', 'download', 'access', 'text']), value: z.boolean() }),
  /** `scope` is that of an operator; absent means full. */
  'member.role': z.object({ ...person, roleId: id, scope: z.literal('content').optional() }),
  /** Into another group, or its time there changed. */
  'member.grouped': z.object({
    ...person,
    groupId: id,
    group: z.string(),
    before: z.string(),
    ...period,
    was: z.object(period).optional(),
  }),
  /** Reads are logged as the operator's, with the group. */
  'group.view-as-started': z.object(group),
  /** `group`: it was removed. */
  'group.view-as-ended': z.object({ ...group, reason: z.enum(['left', 'replaced', 'session', 'group']) }),
  'group.created': z.object({ ...group, level: z.enum(LEVELS) }),
  'group.updated': groupUpdate,
  /** Its members and only they are in the group `into` since. Each has an entry `member.grouped`. */
  'group.removed': z.object({ ...group, into: z.string(), members: z.int() }),
  /** Null: no grant of its own, so the folder above counts. Item 0 is the root. */
  'right.granted': grantDetails,
  /** Like `right.granted`, for the file without a watermark. */
  'right.original': grantDetails,
  'member.removed': z.object(person),
  /** The actor's passkeys in this room. */
  'passkey.added': z.object(passkey),
  'passkey.renamed': z.object({ ...passkey, before: z.string() }),
  'passkey.removed': z.object(passkey),
  'security.app-added': z.object({}),
  'security.app-removed': z.object({}),
  /** By an operator. */
  'member.security-reset': z.object({ ...person, app: z.boolean(), passkeys: z.int() }),
  /** `staged`: for operators alone until it is published. */
  'document.uploaded': z.object({ ...item, size: z.int(), staged }),
  /** Into the drop folder `folder`, by a participant. */
  'document.submitted': z.object({ ...item, size: z.int(), folder: z.string() }),
  /** Whether people of the group may submit files into the folder. */
  'document.drop-folder': z.object({ ...item, group: z.string(), isAllowed: z.boolean() }),
  /** `signature` is the virus scanner's finding. */
  'document.refused': z.object({ name: z.string(), reason: z.enum(['INFECTED', 'UNSCANNED']), signature: z.string().optional() }),
  /** Earlier versions stay. */
  'document.replaced': z.object({ ...item, size: z.int(), number: z.int(), staged }),
  /** Version `from` became the newest, `number`. */
  'document.version-restored': z.object({ ...item, size: z.int(), number: z.int(), from: z.int() }),
  'document.version-destroyed': z.object({ ...item, size: z.int(), number: z.int(), shared: z.boolean(), backupsUntil: z.iso.date() }),
  'document.folder-created': z.object({ ...item, staged }),
  /** `names`: the first of the topmost new folders, `tops` counts those; `itemIds`: all new ones. Without `itemId`: in the root. */
  'document.structure-created': z
    .object({ ...item, names: z.array(z.string()), tops: z.int(), itemIds: z.array(id), template: z.string().optional(), staged })
    .partial({ itemId: true, name: true }),
  'document.structure-undone': z.object({ names: z.array(z.string()), tops: z.int(), itemIds: z.array(id) }),
  /** `documents` counts them, `received` those that were there already. Without `itemId`: in the root. */
  'document.expected': z
    .object({ ...item, names: z.array(z.string()), documents: z.int(), received: z.int() })
    .partial({ itemId: true, name: true }),
  /** `isTied`: to a request. `folder`: to which it was moved, null for the root. */
  'document.expectation-changed': z.object({
    ...{ name: z.string(), before: z.string(), isTied: z.boolean() },
    folder: z.string().nullable().optional(),
  }),
  'document.expectation-removed': z.object({ names: z.array(z.string()), documents: z.int(), isUndone: z.boolean() }),
  /** The item is the document that was expected as `expected`. */
  'document.expectation-met': z.object({ ...item, expected: z.string() }),
  'document.expectation-reopened': z.object({ expected: z.string() }),
  'document.renamed': z.object({ ...item, before: z.string() }),
  'document.moved': z.object({ ...item, from: parentId, to: parentId }),
  /** `items` includes contents. */
  'document.copied': z.object({ ...item, sourceId: id, items: z.int(), size: z.int() }),
  /** `documents` counts those that became visible with it. `number`: the version that waited. `ordered`: at its time. */
  'document.published': z.object({ ...item, documents: z.int(), number: z.int().optional(), ordered }),
  'document.unpublished': z.object({ ...item, documents: z.int(), ordered }),
  'document.publication-ordered': z.object({ ...item, publishes: z.boolean(), at: instant }),
  'document.publication-cancelled': z.object({ ...item, publishes: z.boolean(), at: instant }),
  /** Of uploads into a folder. Null: as in the folder above. */
  'document.staging': z.object({ ...item, staging: z.boolean().nullable() }),
  'document.ordered': z.object({ ...item, items: z.int() }),
  /** Without an item: of the root. */
  'document.renumbered': z.object({ ...item, items: z.int() }).partial({ itemId: true, name: true }),
  'document.renumbering-undone': z.object({ ...item, items: z.int() }).partial({ itemId: true, name: true }),
  'document.deleted': z.object({ ...item, items: z.int() }),
  'document.restored': z.object({ ...item, parent: parentId, items: z.int() }),
  /** Before the 30 days of the trash ended. */
  'document.destruction-ordered': z.object(item),
  /** There is one per file and folder. */
  /** `shared`: a copy still holds the content. `backupsUntil`: last day of database backups with its keys. */
  'document.destroyed': z.object({ ...item, size: z.int(), shared: z.boolean(), backupsUntil: z.iso.date().optional() }),
  'document.viewed': z.object(item),
  /** Text around a search hit. Logged without words, hourly per member and document. */
  'document.passage-shown': z.object(item),
  /** The browser reports it, capped at the open time. */
  'document.pages-viewed': z.object({ ...item, pages: z.array(z.object({ page: z.int(), seconds: z.number() })) }),
  'document.password-refused': z.object(item),
  /** The capture is only likely. */
  'document.capture-attempted': z.object({ ...item, page: z.int() }),
  /** `version`: an older one. `pictures`: pages that became images to carry the watermark. */
  'document.downloaded': z.object({ ...item, version: id.optional(), pictures: z.int().positive().optional() }),
  /** `preview`: no pages for the watermarked copy. */
  'document.download-refused': z.object({ ...item, reason: z.enum(['right', 'watermark', 'preview', 'view-as']) }),
  /** Logged once an hour. */
  'reading.too-fast': z.object({ what: z.enum(['documents', 'pages', 'downloads']), span: z.enum(['minute', 'hour']), limit: z.int() }),
  /** Each file has its own entry too. */
  'document.zip-downloaded': z.object({ name: z.string(), itemIds: z.array(id), files: z.int(), leftOut: z.int() }),
  'document.printed': z.object(item),
  'document.print-refused': z.object({ ...item, reason: z.enum(['right', 'type', 'preview', 'view-as']) }),
  /** `own`: only the reader's own entries. */
  'activity.exported': z.object({
    format: z.enum(EXPORT_FORMATS),
    print: z.literal(true).optional(),
    itemId: id.optional(),
    own: z.boolean(),
    userId: id.optional(),
    type: z.string().optional(),
    from: z.string().optional(),
    to: z.string().optional(),
  }),
  'archive.ordered': archive,
  /** Logged at the first download of each session. */
  'archive.fetched': archive.extend({ size: z.int() }),
  'archive.removed': archive,
  /** At the command line. */
  'archive.written': z.object({ files: z.int(), size: z.int(), protected: z.boolean() }),
  /** `itemId` and `name`: the related document. */
  'message.sent': z.object({
    to: z.enum(['operators', 'users']),
    memberIds: z.array(id),
    /** The mails carry a link instead. */
    attachment: z.object({ name: z.string(), size: z.int(), linked: z.literal(true).optional() }).optional(),
    itemId: id.optional(),
    name: z.string().optional(),
  }),
  /** To recipients whom the message did not reach. */
  'message.sent-again': z.object({ to: z.enum(['operators', 'users']), memberIds: z.array(id) }),
  /** By a recipient, wholly or in part. */
  'message.file-fetched': z.object({ messageId: id, senderId: id, name: z.string(), size: z.int() }),
  /** Past their retention. */
  'message.files-removed': z.object({ count: z.int(), size: z.int() }),
  /** `itemId`: source document in the room. */
  'thread.created': z.object({ ...thread, type: z.enum(THREAD_TYPES), state: z.enum(THREAD_STATES), group: z.string().optional() }),
  'thread.edited': z.object(thread),
  'thread.entry': z.object({ ...thread, entry: z.enum(ENTRY_KINDS), links: z.int(), files: z.int().optional() }),
  'thread.file-viewed': z.object({ ...thread, name: z.string() }),
  'thread.file-fetched': z.object({ ...thread, name: z.string() }),
  'thread.moved': z.object({
    ...thread,
    from: z.enum(THREAD_STATES),
    to: z.enum(THREAD_STATES),
    assignee: z.string().optional(),
    due: z.iso.date().nullable().optional(),
  }),
  'thread.changed': z.object({ ...thread, topic: z.string().nullable().optional(), priority: z.string().optional() }),
  'thread.merged': z.object({ ...thread, into: z.string() }),
  'thread.imported': z.object({ group: z.string(), added: z.int(), changed: z.int() }),
  /** `group`: as that group saw it. */
  /** `selected` counts the items that were chosen; absent: the whole room. */
  /** `at`: as it was then. */
  'index.exported': z.object({
    ...{ format: z.enum(INDEX_FORMATS), items: z.int(), group: z.string().optional(), selected: z.int().optional() },
    at: z.string().optional(),
  }),
  /** `sha256`: of the signed list of its files. */
  'disclosure.fixed': disclosed.extend({ documents: z.int(), answers: z.int(), sha256: z.string() }),
  'disclosure.fetched': disclosed,
  'thread.exported': z.object({ format: z.enum(['xlsx', 'pdf']), threads: z.int() }),
  /** Of a group that was removed. */
  'thread.regrouped': z.object({ from: z.string(), into: z.string(), threads: z.int(), shown: z.boolean() }),
  'faq.published': z.object({ number: z.string(), thread: z.string() }),
  'faq.changed': z.object({ number: z.string() }),
  'faq.removed': z.object({ number: z.string() }),
  'topic.created': z.object({ name: z.string() }),
  'topic.changed': z.object({
    name: z.string(),
    before: z.string(),
    experts: z.int().optional(),
    approval: z.boolean().nullable().optional(),
  }),
  'topic.removed': z.object({ name: z.string(), into: z.string().nullable() }),
  'room.questions': z.object({
    group: z.string().nullable(),
    limits: z.string().optional(),
    lastDay: z.iso.date().nullable().optional(),
    approval: z.boolean().optional(),
    names: z.boolean().optional(),
    hidesGroups: z.boolean().optional(),
    shared: z.boolean().optional(),
  }),
  'member.thread-role': z.object({ ...person, role: z.enum(THREAD_ROLES) }),
  'compose.uploaded': z.object({ ...composed, size: z.int(), itemId: id.optional() }),
  'compose.copied': z.object({ ...composed, sourceId: id }),
  /** Logged once an hour per document. */
  'compose.changed': z.object(composed),
  'compose.sent': z.object({ ...composed, people: z.array(party) }),
  /** `compose.reminded` is a further link. */
  'compose.invited': z.object({ ...composed, person: party }),
  'compose.reminded': z.object({ ...composed, person: party }),
  'compose.cancelled': z.object(composed),
  'compose.expired': z.object({ ...composed, person: party }),
  'compose.sealed': z.object({
    ...composed,
    sourceSha256: z.string(),
    resultSha256: z.string(),
    level: z.enum(SEAL_LEVELS).optional(),
    lack: z.enum(SEAL_BLOCKERS).nullish(),
  }),
  'compose.seal-failed': z.object({ ...composed, code: z.string() }),
  'compose.seal-again': z.object(composed),
  'compose.kept': z.object({ ...composed, itemId: id }),
  /** `sealed`: the signed PDF. */
  'compose.downloaded': z.object({ ...composed, sealed: z.boolean(), itemId: id.optional() }),
  /** For display on a page. */
  'compose.viewed': z.object({ ...composed, sealed: z.boolean(), itemId: id.optional() }),
  'compose.removed': z.object(composed),
  'compose.image-uploaded': z.object({ imageId: id, size: z.int() }),
  /** Unused for a day. */
  'compose.images-removed': z.object({ count: z.int(), size: z.int() }),
  'sign.opened': z.object({ ...composed, person: party }),
  'sign.downloaded': z.object({ ...composed, person: party }),
  'sign.completed': z.object({ ...composed, person: party }),
  'sign.declined': z.object({ ...composed, person: party }),
  /** Logged once an hour per person and reason. */
  'sign.refused': z.object({ ...composed, person: party, code: z.string() }),
} as const satisfies Record<string, z.ZodObject>

export type ActivityKind = keyof typeof ACTIVITY
export type ActivityDetails<K extends ActivityKind> = z.infer<(typeof ACTIVITY)[K]>
