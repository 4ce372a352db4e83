import { formatSize } from '../../core/format-size.ts'
import { ROLE } from '../../core/limits.ts'
import { sealLevelWords } from '../../core/seal-level.ts'
import type { ViewedAs } from '../../proof/log-entry.ts'
import { ACTIVITY, type ActivityDetails, type ActivityKind } from '../activity.ts'
import { EXPORT_FORMAT_NAMES, people } from './activity-sentences.ts'
import { count } from './counted.ts'
import { leftOf } from './document-sentences.ts'
import { minuteOf } from './minute-of.ts'
import { limitsOf } from './room-sentences.ts'
import { onOff } from './sentence.ts'

type Former = { readonly [K in ActivityKind]?: (details: ActivityDetails<K>) => string }

const PHASES = {
  open: 'Opened the room again',
  frozen: 'Froze the room',
  closed: 'Closed the room',
} as const
const CONFIRMING = {
  operator: 'confirmed by another operator',
  time: '24 hours have passed',
  machine: 'by the person at the machine',
  restored: 'data that was restored from a backup',
} as const
const VIEW_ENDING = {
  left: 'left',
  replaced: 'another view was begun',
  session: 'the operator area was closed',
  person: 'the person may not enter any more',
} as const
const WITHHELD = {
  right: 'no right to it',
  watermark: 'it cannot be marked',
  preview: 'it has no pages',
  type: 'not a type that prints',
  'view-as': 'while viewing as another person',
} as const
const ARCHIVES = { room: 'an archive of the room', own: 'an archive of their own' } as const

const on = (value: boolean): string => onOff(value)[1]

/** The English of version 2 is frozen. Unchanged sentences are absent. */
const FORMER: Former = {
  'room.phase': ({ phase, scheduled }) => `${PHASES[phase]}${scheduled ? ' (as scheduled)' : ''}`,
  'room.scheduled': ({ closesAt }) =>
    closesAt === null
      ? 'Took back when the room closes'
      : `Set when the room closes: ${minuteOf(closesAt)}`,
  'room.closing-told': ({ ahead, closesAt, people: told }) =>
    `Mailed ${count(told, 'member')} that the room closes within ${ahead === 'week' ? '7 days' : 'a day'} (${minuteOf(closesAt)})`,
  'room.destruction-asked': ({ destroysAt }) =>
    `Asked for the destruction of the room, which begins when another operator confirms it, or at ${minuteOf(destroysAt)}`,
  'room.destruction-withdrawn': () => 'Withdrew the destruction of the room',
  'room.destruction-confirmed': ({ by }) => `The destruction has begun: ${CONFIRMING[by]}`,
  'room.key-destroyed': () => 'Destroyed the key of the room',
  'room.switched': ({ watermark, noti }) =>
    `Changed switches: watermark ${on(watermark)}, new-document notification ${on(noti)}`,
  'room.watermark-style': ({ density, strength }) =>
    `Changed the look of the watermark: ${density}, strength ${strength}%`,
  'room.viewing': ({ selection, strict, imageCopies }) =>
    `Changed how documents are read: text selection ${on(selection)}, strict mode ${on(strict)}, downloads as images ${on(imageCopies)}`,
  'room.entering': ({ secondStep }) => `Changed how people enter: second step ${on(secondStep)}`,
  'room.reporting': ({ dailyMail }) => `Changed what is mailed: daily summary ${on(dailyMail)}`,
  'room.reading-limits': (limits) =>
    `Changed the limits of reading: ${limitsOf(limits, 'Minute', 'en')} per minute, ${limitsOf(limits, 'Hour', 'en')} per hour`,
  'room.key-replaced': ({ values }) => `Replaced the key of the room (${count(values, 'value')})`,
  'session.joined': ({ by, device, step, shown }) => {
    const means =
      by === 'pin' ? (shown ? 'PIN that was displayed to an operator' : 'PIN') : 'mailed link'
    return `Logged in (${means}${step ? ' and mailed code' : ''}, ${device === 'known' ? 'known device' : 'new device'})`
  },
  'session.step-asked': ({ again }) => `A step code was mailed${again ? ' again' : ''}`,
  'session.step-refused': () => 'Wrong step code',
  'session.pin-asked': ({ link }) =>
    `A new PIN was asked for${link ? ', with a link to enter' : ''}`,
  'session.code-asked': () => 'Asked for a new operator code',
  'session.agreed': ({ noticeVersion }) =>
    `Agreed to the confidentiality notice (version ${noticeVersion})`,
  'session.code-refused': () => 'Wrong operator code',
  'member.view-as-started': ({ name }) => `Began to view the room as ${name}`,
  'member.view-as-ended': ({ name, reason }) =>
    `Stopped viewing the room as ${name} (${VIEW_ENDING[reason]})`,
  'member.pin-shown': ({ name }) => `Displayed a new PIN of ${name}`,
  'member.code-again': ({ name }) => `Mailed a new operator code to ${name}`,
  'member.copy-again': ({ name }) => `Mailed the copy of the notice to ${name} again`,
  'member.mail-dismissed': ({ name }) => `Took a failed mail to ${name} off the list`,
  'member.right': ({ name, target, value }) =>
    `Changed rights of ${name}: ${target} ${value ? 'allowed' : 'blocked'}`,
  'member.role': ({ name, roleId }) =>
    roleId === ROLE.operator ? `Made ${name} an operator` : `${name} is no operator any more`,
  'document.version-restored': ({ name, number, from }) =>
    `Made version ${from} of ${name} its version ${number}`,
  'document.destruction-ordered': ({ name }) => `Ordered the destruction of ${name}`,
  'document.destroyed': ({ name, ...left }) => `Destroyed ${name}${leftOf(left)[1]}`,
  'document.version-destroyed': ({ name, number, ...left }) =>
    `Destroyed version ${number} of ${name}${leftOf(left)[1]}`,
  'document.passage-shown': ({ name }) => `Was shown a passage of ${name} in a search`,
  'document.password-refused': ({ name }) => `Wrong password for ${name}`,
  'document.capture-attempted': ({ name, page }) =>
    `Tried to capture the screen: ${name} (page ${page})`,
  'document.downloaded': ({ name, version, pictures }) =>
    `Downloaded ${name}${version === undefined ? '' : ` (version ${version})`}${pictures === undefined ? '' : ` (${count(pictures, 'page')} as pictures)`}`,
  'document.download-refused': ({ name, reason }) =>
    `Download refused: ${name} (${WITHHELD[reason]})`,
  'document.print-refused': ({ name, reason }) => `Print refused: ${name} (${WITHHELD[reason]})`,
  'activity.exported': ({ format, own, print }) =>
    print
      ? 'Printed the activity history'
      : `Exported the activity history (${EXPORT_FORMAT_NAMES[format]}${own ? ', own entries alone' : ''})`,
  'archive.ordered': ({ scope, sealed }) =>
    `Had ${ARCHIVES[scope]} prepared${sealed ? ', sealed' : ''}`,
  'archive.removed': ({ scope }) => `Removed ${ARCHIVES[scope]}`,
  'archive.written': ({ files, size }) =>
    `Wrote an archive of the room on the server (${count(files, 'file')}, ${formatSize(size)})`,
  'compose.uploaded': ({ name }) => `Took ${name} to be signed`,
  'compose.copied': ({ name }) => `Copied ${name}, a document to sign`,
  'compose.changed': ({ name }) => `Edited ${name}, a document to sign`,
  'compose.sent': ({ name, people: signers }) =>
    `Sent ${name} to be signed: ${signers.map((each) => each.name).join(', ')}`,
  'compose.invited': ({ name, person }) => `Mailed ${person.name} a link to sign ${name}`,
  'compose.cancelled': ({ name }) => `Called ${name} back from signing`,
  'compose.expired': ({ name, person }) => `The time for ${person.name} to sign ${name} is over`,
  'compose.sealed': ({ name, level, lack }) =>
    `${name} was signed by all and sealed${level ? ` (${sealLevelWords(level, lack ?? null)[1]})` : ''}`,
  'compose.seal-failed': ({ name, code }) => `${name} could not be sealed (${code})`,
  'compose.seal-again': ({ name }) => `Had ${name} sealed again`,
  'compose.kept': ({ name }) => `Put the signed ${name} into the room`,
  'compose.removed': ({ name }) => `Deleted ${name}, a document to sign`,
  'compose.image-uploaded': () => 'Uploaded an image to stamp documents with',
  'compose.images-removed': ({ count: images }) =>
    `Removed ${images === 1 ? 'an image' : `${images} images`} that stood on no document`,
  'sign.refused': ({ name, person, code }) =>
    `Refused ${person.name} (${person.email}) with the link to sign ${name} (${code})`,
  'message.sent': ({ to, memberIds }) =>
    to === 'operators' ? 'Wrote to the operators' : `Wrote to ${people(memberIds)}`,
  'message.sent-again': ({ to, memberIds }) =>
    to === 'operators'
      ? 'Sent a message to the operators again'
      : `Sent a message to ${people(memberIds)} again`,
  'message.files-removed': ({ count: files, size }) =>
    `Removed ${count(files, 'attachment')} of messages after their time (${formatSize(size)})`,
}

export function formerSentenceOf(
  kind: string,
  details: unknown,
  viewAs?: ViewedAs,
): string | undefined {
  const known = Object.hasOwn(FORMER, kind) ? (kind as keyof typeof FORMER) : undefined
  const parsed = known && ACTIVITY[known].safeParse(details)
  if (!known || !parsed?.success) return undefined
  const english = (FORMER[known] as (details: never) => string)(parsed.data as never)
  return viewAs ? `${english} · viewing as ${viewAs.name}` : english
}

/** Version 3 omitted earlier values and sessions in use. */
export function detailsOfVersion3(details: unknown): readonly object[] {
  if (typeof details !== 'object' || details === null || !('was' in details || 'inUse' in details))
    return []
  const { was: _was, inUse: _inUse, ...known } = details as Record<string, unknown>
  return [known]
}
