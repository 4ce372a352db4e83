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

/** `index` is logged only where everybody sees the same numbers. */
const item = { itemId: id, name: z.string(), index: z.string().optional() }
const staged = z.literal(true).optional()
const ordered = z.literal(true).optional()
const place = { division: z.string(), position: z.string() }
const person = { memberId: id, name: z.string() }
const composed = { templateId: id, name: z.string() }
const party = z.object({ participantId: id, name: z.string(), email: z.string() })
const passkey = { passkeyId: id, name: z.string() }
/** The actor sees `number`. The log outlives the room's key, so it holds no titles or texts. */
const thread = { threadId: z.string(), number: z.string() }
/** `sealed` means encrypted to a passphrase or an age key. */
/** The archive holds the documents that `group` sees. */
const archive = z.object({ archiveId: id, scope: z.enum(['room', 'own']), group: z.string().optional(), sealed: z.boolean() })

const disclosed = z.object({ disclosureId: id, groupId: id, group: z.string(), at: instant })

const stepProof = z.enum(['app', 'passkey'])

const brandPart = z.enum(['firm', 'accent', 'accentDark', 'sender', 'replyTo', 'footer', 'logo', 'logoDark'])

/** Entries hold only facts, so each language can form sentences. */
export const ACTIVITY = {
  'room.created': z.object({ name: z.string() }),
  'room.renamed': z.object({ name: z.string(), before: z.string() }),
  'room.switched': z.object({ watermark: z.boolean(), noti: z.boolean() }),
  'room.watermark-style': watermarkStyle,
  'room.viewing': viewing,
  'room.entering': entering,
  'room.crossing': z.object({ crossing: z.boolean() }),
  'room.sign-on': z.object({
    pin: z.enum(['everyone', 'operators']),
    providers: z.array(z.string()),
    code: z.array(z.string()),
    /** The order is that of `providers`; entries of earlier releases have none. */
    issuers: z.array(z.string()).optional(),
    groups: z.int(),
  }),
  'room.step-rules': z.object({ proofs: z.enum(['any', 'strong']), pin: z.array(z.string()), signOn: z.array(z.string()) }),
  'room.reporting': reporting,
  /** The log outlives the room's key, so it holds no texts. */
  'room.brand': z.object({ changed: z.array(brandPart), firm: z.string(), sender: z.string() }),
  /** `standard` lists the mails that returned to the standard text. */
  'room.mail-texts': z.object({ own: z.array(z.enum(MAIL_TEXT_KINDS)), standard: z.array(z.enum(MAIL_TEXT_KINDS)) }),
  /** `product` means the notice of the product again. */
  'room.agreement': z.object({
    version: z.int(),
    form: z.enum(['text', 'pdf', 'product']),
    languages: z.array(z.enum(LANGUAGES)),
    pages: z.int(),
    signature: z.boolean(),
  }),
  'room.reading-limits': readingLimits,
  'room.staging': z.object({ staging: z.boolean() }),
  'room.numbering': z.object({ numbering, scope: numberingScope, names: z.boolean().optional() }),
  'room.numbering-undone': z.object({ numbering, scope: numberingScope, names: z.boolean().optional() }),
  'room.template-saved': z.object({ template: z.string(), folders: z.int() }),
  'room.template-removed': z.object({ template: z.string() }),
  'room.key-replaced': z.object({ values: z.int() }),
  /** `scheduled` means a configured time, and `restoredTo` is that of the restored backup. */
  'room.phase': z.object({
    phase: z.enum(MOVABLE_PHASES),
    from: z.enum(MOVABLE_PHASES),
    scheduled: z.literal(true).optional(),
    restoredTo: instant.optional(),
  }),
  'room.limits': z.object({ storage: z.int(), users: z.int() }),
  'room.structure-copied': z.object({ roomNo: z.string() }),
  /** `name` is that of a new operator; `reset` concerns an existing one. */
  'operator.asked': z.object({ request: z.enum(OPERATOR_REQUEST_KINDS), email: z.string(), name: z.string().optional(), dueAt: instant }),
  /** `failed` means that the room had changed meanwhile. */
  'operator.decided': z.object({
    ...{ request: z.enum(OPERATOR_REQUEST_KINDS), email: z.string() },
    decision: z.enum(['confirmed', 'refused', 'withdrawn', 'failed']),
  }),
  'room.scheduled': z.object({ closesAt: instant.nullable() }),
  'room.closing-told': z.object({ ahead: z.enum(['week', 'day']), closesAt: instant, people: z.int() }),
  'room.destruction-asked': z.object({ destroysAt: instant }),
  'room.destruction-withdrawn': z.object({}),
  /** `time` means that nobody decided, `machine` the command line, and `restored` a database restore. */
  'room.destruction-confirmed': z.object({ by: z.enum(['operator', 'time', 'machine', 'restored']) }),
  'room.key-destroyed': z.object({}),
  'room.destroyed': z.object({ documents: z.int(), versions: z.int(), bytes: z.int() }),
  /**
   * `proof` is a proof of the address by a mailed link. `device` means a known browser. `step` means that the second-step code was
   * entered. `shown` means that an operator saw this unused PIN.
   */
  'session.joined': z.object({
    by: z.enum(['pin', 'link', 'proof', 'sign-on']),
    provider: z.string().optional(),
    device: z.enum(['known', 'new']),
    step: z.literal(true).optional(),
    /** Absent means the mailed code. */
    stepBy: stepProof.optional(),
    shown: z.literal(true).optional(),
  }),
  /** `again` means that an earlier code is replaced, and `inside` that a person who has entered changes their proofs. */
  'session.step-asked': z.object({ again: z.boolean(), inside: z.literal(true).optional() }),
  /** Absent `by` means the mailed code. `inside` is as in `session.step-asked`. */
  'session.step-refused': z.object({ by: stepProof.optional(), inside: z.literal(true).optional() }),
  /** Anyone who knows the address can cause this entry. `link` means an entry link. */
  'session.pin-asked': z.object({ link: z.boolean() }),
  'session.code-asked': z.object({}),
  'session.refused': z.object({
    reason: z.enum(['blocked', 'expired', 'closed', 'network', 'proof', 'account']),
    inUse: z.literal(true).optional(),
  }),
  'session.agreed': z.object({ noticeVersion: z.string(), language: z.enum(LANGUAGES).optional() }),
  /** The person accepted the room's own agreement. `sha256` is that of the text or PDF, `signed` the typed name. */
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
  /** Later reads are logged as the operator's. */
  'member.view-as-started': z.object(person),
  /** `session` means the end of the session or operator area, `person` a blocked or removed person. */
  'member.view-as-ended': z.object({ ...person, reason: z.enum(['left', 'replaced', 'session', 'person']) }),
  'member.invited': z.object({ ...person, email: z.string(), scope: z.enum(OPERATOR_SCOPES).optional() }),
  'member.proposed': z.object({ ...person, proposed: z.string(), email: z.string() }),
  'member.proposal-withdrawn': z.object({ ...person, proposed: z.string(), email: z.string() }),
  'member.proposal-declined': z.object({ ...person, proposed: z.string(), email: z.string(), group: z.string() }),
  'member.proposal-admitted': z.object({ ...person, proposed: z.string(), email: z.string(), group: z.string() }),
  'member.lead': z.object({ ...person, group: z.string(), isLead: z.boolean() }),
  'member.invited-again': z.object(person),
  'member.pin-shown': z.object(person),
  'member.renamed': z.object({ ...person, before: z.string() }),
  'member.address': z.object({ ...person, email: z.string(), before: z.string() }),
  'member.mail-pace': z.object({ before: mailPace, pace: mailPace }),
  'member.code-again': z.object(person),
  'member.copy-again': z.object(person),
  'member.signed-out': z.object({ ...person, sessions: z.int() }),
  'member.mail-dismissed': z.object({ ...person, mail: z.string() }),
  'member.updated': z.object({ ...person, ...place, before: z.object(place) }),
  'member.right': z.object({ ...person, target: z.enum(['print', 'download', 'access', 'text']), value: z.boolean() }),
  /** An absent `scope` means a full operator. */
  'member.role': z.object({ ...person, roleId: id, scope: z.literal('content').optional() }),
  'member.grouped': z.object({
    ...person,
    groupId: id,
    group: z.string(),
    before: z.string(),
    ...period,
    was: z.object(period).optional(),
  }),
  /** Later reads are logged as the operator's. */
  'group.view-as-started': z.object(group),
  'group.view-as-ended': z.object({ ...group, reason: z.enum(['left', 'replaced', 'session', 'group']) }),
  'group.created': z.object({ ...group, level: z.enum(LEVELS) }),
  'group.updated': groupUpdate,
  /** All members of the removed group move into the group `into`. */
  'group.removed': z.object({ ...group, into: z.string(), members: z.int() }),
  /** Null means that the grant of the folder above counts. Item 0 is the root. */
  'right.granted': grantDetails,
  'right.original': grantDetails,
  'member.removed': z.object(person),
  'passkey.added': z.object(passkey),
  'passkey.renamed': z.object({ ...passkey, before: z.string() }),
  'passkey.removed': z.object(passkey),
  'security.app-added': z.object({}),
  'security.app-removed': z.object({}),
  'member.security-reset': z.object({ ...person, app: z.boolean(), passkeys: z.int() }),
  'document.uploaded': z.object({ ...item, size: z.int(), staged }),
  'document.submitted': z.object({ ...item, size: z.int(), folder: z.string() }),
  'document.drop-folder': z.object({ ...item, group: z.string(), isAllowed: z.boolean() }),
  'document.refused': z.object({ name: z.string(), reason: z.enum(['INFECTED', 'UNSCANNED']), signature: z.string().optional() }),
  'document.replaced': z.object({ ...item, size: z.int(), number: z.int(), staged }),
  'document.version-restored': z.object({ ...item, size: z.int(), number: z.int(), from: z.int() }),
  'document.version-destroyed': z.object({ ...item, size: z.int(), number: z.int(), shared: z.boolean(), backupsUntil: z.iso.date() }),
  'document.folder-created': z.object({ ...item, staged }),
  /** `names` lists the first topmost new folders, `tops` counts those, and `itemIds` lists all. Without `itemId`, the root holds them. */
  'document.structure-created': z
    .object({ ...item, names: z.array(z.string()), tops: z.int(), itemIds: z.array(id), template: z.string().optional(), staged })
    .partial({ itemId: true, name: true }),
  'document.structure-undone': z.object({ names: z.array(z.string()), tops: z.int(), itemIds: z.array(id) }),
  /** `received` counts the documents already present. Without `itemId`, the root holds them. */
  'document.expected': z
    .object({ ...item, names: z.array(z.string()), documents: z.int(), received: z.int() })
    .partial({ itemId: true, name: true }),
  /** `isTied` means that a request belongs to it. A null `folder` is the root. */
  'document.expectation-changed': z.object({
    ...{ name: z.string(), before: z.string(), isTied: z.boolean() },
    folder: z.string().nullable().optional(),
  }),
  'document.expectation-removed': z.object({ names: z.array(z.string()), documents: z.int(), isUndone: z.boolean() }),
  'document.expectation-met': z.object({ ...item, expected: z.string() }),
  'document.expectation-reopened': z.object({ expected: z.string() }),
  'document.renamed': z.object({ ...item, before: z.string() }),
  'document.moved': z.object({ ...item, from: parentId, to: parentId }),
  /** `items` includes the contents of folders. */
  'document.copied': z.object({ ...item, sourceId: id, items: z.int(), size: z.int() }),
  /** `documents` counts those that became visible. `number` is the waiting version. `ordered` means an ordered time. */
  'document.published': z.object({ ...item, documents: z.int(), number: z.int().optional(), ordered }),
  'document.unpublished': z.object({ ...item, documents: z.int(), ordered }),
  'document.publication-ordered': z.object({ ...item, publishes: z.boolean(), at: instant }),
  'document.publication-cancelled': z.object({ ...item, publishes: z.boolean(), at: instant }),
  'document.staging': z.object({ ...item, staging: z.boolean().nullable() }),
  'document.ordered': z.object({ ...item, items: z.int() }),
  /** Without an item, the root was renumbered. */
  'document.renumbered': z.object({ ...item, items: z.int() }).partial({ itemId: true, name: true }),
  'document.renumbering-undone': z.object({ ...item, items: z.int() }).partial({ itemId: true, name: true }),
  'document.deleted': z.object({ ...item, items: z.int() }),
  'document.restored': z.object({ ...item, parent: parentId, items: z.int() }),
  /** The item had not yet been in the trash for 30 days. */
  'document.destruction-ordered': z.object(item),
  /** Each file and folder has its own entry. */
  /** `shared` means that a copy still holds the content. `backupsUntil` is the last day of backups with its keys. */
  'document.destroyed': z.object({ ...item, size: z.int(), shared: z.boolean(), backupsUntil: z.iso.date().optional() }),
  'document.viewed': z.object(item),
  /** A passage surrounds a search hit. It is logged without words, once an hour per member and document. */
  'document.passage-shown': z.object(item),
  /** The browser reports the seconds, limited by the time the document was open. */
  'document.pages-viewed': z.object({ ...item, pages: z.array(z.object({ page: z.int(), seconds: z.number() })) }),
  'document.password-refused': z.object(item),
  /** A capture is likely, never certain. */
  'document.capture-attempted': z.object({ ...item, page: z.int() }),
  /** `version` is absent for the newest version. `pictures` counts the pages that became images for the watermark. */
  'document.downloaded': z.object({ ...item, version: id.optional(), pictures: z.int().positive().optional() }),
  /** `preview` means that no pages exist to carry the watermark. */
  'document.download-refused': z.object({ ...item, reason: z.enum(['right', 'watermark', 'preview', 'view-as']) }),
  /** This is logged at most once an hour. */
  'reading.too-fast': z.object({ what: z.enum(['documents', 'pages', 'downloads']), span: z.enum(['minute', 'hour']), limit: z.int() }),
  'document.zip-downloaded': z.object({ name: z.string(), itemIds: z.array(id), files: z.int(), leftOut: z.int() }),
  'document.printed': z.object(item),
  'document.print-refused': z.object({ ...item, reason: z.enum(['right', 'type', 'preview', 'view-as']) }),
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
  /** Only the first download in each session is logged. */
  'archive.fetched': archive.extend({ size: z.int() }),
  'archive.removed': archive,
  'archive.written': z.object({ files: z.int(), size: z.int(), protected: z.boolean() }),
  'message.sent': z.object({
    to: z.enum(['operators', 'users']),
    memberIds: z.array(id),
    /** The mails carry a link in place of the attachment. */
    attachment: z.object({ name: z.string(), size: z.int(), linked: z.literal(true).optional() }).optional(),
    itemId: id.optional(),
    name: z.string().optional(),
  }),
  'message.sent-again': z.object({ to: z.enum(['operators', 'users']), memberIds: z.array(id) }),
  /** A part of the file counts too. */
  'message.file-fetched': z.object({ messageId: id, senderId: id, name: z.string(), size: z.int() }),
  'message.files-removed': z.object({ count: z.int(), size: z.int() }),
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
  /** With `group`, the index shows what that group saw. */
  /** Absent `selected` means the whole room. */
  /** With `at`, the index shows the room at that time. */
  'index.exported': z.object({
    ...{ format: z.enum(INDEX_FORMATS), items: z.int(), group: z.string().optional(), selected: z.int().optional() },
    at: z.string().optional(),
  }),
  'disclosure.fixed': disclosed.extend({ documents: z.int(), answers: z.int(), sha256: z.string() }),
  'disclosure.fetched': disclosed,
  'thread.exported': z.object({ format: z.enum(['xlsx', 'pdf']), threads: z.int() }),
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
  /** This is logged at most once an hour per document. */
  'compose.changed': z.object(composed),
  'compose.sent': z.object({ ...composed, people: z.array(party) }),
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
  'compose.downloaded': z.object({ ...composed, sealed: z.boolean(), itemId: id.optional() }),
  /** The PDF was displayed on the screen. */
  'compose.viewed': z.object({ ...composed, sealed: z.boolean(), itemId: id.optional() }),
  'compose.removed': z.object(composed),
  'compose.image-uploaded': z.object({ imageId: id, size: z.int() }),
  'compose.images-removed': z.object({ count: z.int(), size: z.int() }),
  'sign.opened': z.object({ ...composed, person: party }),
  'sign.downloaded': z.object({ ...composed, person: party }),
  'sign.completed': z.object({ ...composed, person: party }),
  'sign.declined': z.object({ ...composed, person: party }),
  /** This is logged at most once an hour per person and reason. */
  'sign.refused': z.object({ ...composed, person: party, code: z.string() }),
} as const satisfies Record<string, z.ZodObject>

export type ActivityKind = keyof typeof ACTIVITY
export type ActivityDetails<K extends ActivityKind> = z.infer<(typeof ACTIVITY)[K]>
