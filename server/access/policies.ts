import type { ErrorCode } from '../../contract/core/errors.ts'
import { ROLE } from '../../contract/core/limits.ts'
import { LEVEL } from '../../contract/features/groups/levels.ts'
import { type Actor, isFullOperator } from './actor.ts'
import { allowed, type Candidate, type ItemRight } from './items.ts'
import { mayHaveText } from './text.ts'

export interface DocumentFacts extends Candidate {
  readonly isNewest: boolean
  readonly isPrintable: boolean
}

export interface ArchiveFacts {
  /** Otherwise the archive holds the whole room and was requested with a new code. */
  readonly isOwn: boolean
  readonly documents: number
  readonly copies: number
  /** Counts entries that are gone or differ from what the person may see. */
  readonly gone: number
  /** Counts documents the owner may no longer have unmarked. */
  readonly unmarked: number
}

export interface MessageFileFacts {
  readonly isAddressed: boolean
  readonly isForOperators: boolean
}

export interface ThreadFileFacts {
  readonly isShown: boolean
}

export interface EsignFileFacts {
  readonly roomId: number
  readonly templateId: number
}

export interface LinkHolder {
  readonly roomId: number
  readonly templateId: number
}

export interface Denial {
  readonly outcome: 'denied'
  readonly code: ErrorCode
  readonly reason: 'right' | 'view-as' | 'type'
}

export interface Permit {
  readonly outcome: 'allowed'
  readonly marksFor: Pick<Actor, 'email' | 'zone' | 'watermarkStyle'> | undefined
  readonly imagesOnly: boolean
  readonly withText: boolean
}

const deny = (code: ErrorCode, reason: Denial['reason'] = 'right'): Denial => ({
  outcome: 'denied',
  code,
  reason,
})

const UNMARKED: Permit = {
  outcome: 'allowed',
  marksFor: undefined,
  imagesOnly: false,
  withText: true,
}

const hasRight = (actor: Actor, right: ItemRight, facts: DocumentFacts): boolean =>
  allowed(actor, right, [facts]).has(facts.id)

const isThere = (actor: Actor, facts: DocumentFacts): boolean =>
  hasRight(actor, 'read', facts) && (facts.isNewest || hasRight(actor, 'survey', facts))

function seenAsPages(actor: Actor, facts: DocumentFacts): Denial | Permit {
  if (!isThere(actor, facts)) return deny('NOT_FOUND')
  return {
    outcome: 'allowed',
    marksFor: actor.watermark ? actor : undefined,
    imagesOnly: true,
    withText: mayHaveText(actor),
  }
}

function text(actor: Actor, facts: DocumentFacts): Denial | Permit {
  const decision = seenAsPages(actor, facts)
  return decision.outcome === 'allowed' && !decision.withText ? deny('TEXT_DENIED') : decision
}

/** In strict mode, only operators may read text outside guarded pages. */
function passage(actor: Actor, facts: DocumentFacts): Denial | Permit {
  const decision = seenAsPages(actor, facts)
  const isGuarded = actor.viewing.strict && actor.roleId !== ROLE.operator
  return decision.outcome === 'allowed'
    ? { ...decision, withText: decision.withText && !isGuarded }
    : decision
}

function takenAway(actor: Actor, facts: DocumentFacts): Denial | Permit {
  if (!isThere(actor, facts)) return deny('NOT_FOUND')
  if (!hasRight(actor, 'download', facts)) return deny('DOWNLOAD_DENIED')
  // An operator viewing as another must take no documents away.
  if (actor.viewAs) return deny('VIEW_AS_READ_ONLY', 'view-as')
  const isMarked = actor.watermark && !hasRight(actor, 'original', facts)
  return {
    outcome: 'allowed',
    marksFor: isMarked ? actor : undefined,
    imagesOnly: isMarked && actor.viewing.imageCopies,
    withText: true,
  }
}

function markedCopy(actor: Actor, facts: DocumentFacts): Denial | Permit {
  const decision = takenAway(actor, facts)
  return decision.outcome === 'allowed'
    ? { ...decision, marksFor: actor, imagesOnly: actor.viewing.imageCopies }
    : decision
}

/** Unmarked prints are page images, which cannot pass for originals. */
function print(actor: Actor, facts: DocumentFacts): Denial | Permit {
  if (!isThere(actor, facts)) return deny('NOT_FOUND')
  if (!hasRight(actor, 'print', facts)) return deny('PRINT_DENIED')
  if (actor.viewAs) return deny('VIEW_AS_READ_ONLY', 'view-as')
  if (!facts.isPrintable) return deny('PRINT_TYPE', 'type')
  const imagesOnly =
    !actor.watermark || actor.viewing.imageCopies || !hasRight(actor, 'download', facts)
  return {
    outcome: 'allowed',
    marksFor: actor.watermark ? actor : undefined,
    imagesOnly,
    withText: !imagesOnly,
  }
}

/** E-signature gets no watermark, so the actor needs the right to download. */
function adopt(actor: Actor, facts: DocumentFacts): Denial | Permit {
  const decision = takenAway(actor, facts)
  return decision.outcome === 'allowed' ? UNMARKED : decision
}

const isOfOperatorArea = (actor: Actor): boolean =>
  isFullOperator(actor) && actor.state === 'raised'

function composed(actor: Actor, { roomId }: EsignFileFacts): Denial | Permit {
  return roomId === actor.roomId && isOfOperatorArea(actor) ? UNMARKED : deny('NOT_FOUND')
}

function source(actor: Actor, facts: EsignFileFacts): Denial | Permit {
  const decision = composed(actor, facts)
  return decision.outcome === 'allowed' && !actor.download ? deny('DOWNLOAD_DENIED') : decision
}

const sign = (holder: LinkHolder, { roomId, templateId }: EsignFileFacts): Denial | Permit =>
  roomId === holder.roomId && templateId === holder.templateId ? UNMARKED : deny('SIGN_LINK')

function archive(
  actor: Actor,
  { isOwn, documents, copies, gone, unmarked }: ArchiveFacts,
): Denial | Permit {
  const isLimited = isOwn && documents > 0
  const isUnmarked = isLimited && actor.watermark && unmarked > 0
  const hasText = isLimited && actor.watermark && actor.viewing.imageCopies && copies > 0
  return gone > 0 || (isLimited && !actor.download) || isUnmarked || hasText
    ? deny('ARCHIVE_OUTDATED')
    : UNMARKED
}

const messageFile = (
  actor: Actor,
  { isAddressed, isForOperators }: MessageFileFacts,
): Denial | Permit =>
  isAddressed && (!isForOperators || isFullOperator(actor)) ? UNMARKED : deny('NOT_FOUND')

function threadPage(actor: Actor, { isShown }: ThreadFileFacts): Denial | Permit {
  if (!isShown) return deny('NOT_FOUND')
  return {
    outcome: 'allowed',
    marksFor: actor.watermark ? actor : undefined,
    imagesOnly: true,
    withText: false,
  }
}

/** The file is in no folder, so the level of the room's root decides; operators have no group and need none. */
function threadFile(actor: Actor, facts: ThreadFileFacts): Denial | Permit {
  const decision = threadPage(actor, facts)
  if (decision.outcome === 'denied') return decision
  const isGranted = actor.group === undefined || actor.group.rootLevel >= LEVEL.download
  if (!actor.download || !isGranted) return deny('DOWNLOAD_DENIED')
  if (actor.viewAs) return deny('VIEW_AS_READ_ONLY', 'view-as')
  return { ...decision, imagesOnly: actor.watermark && actor.viewing.imageCopies, withText: true }
}

/** Every delivery of document content needs one of these purposes. */
const POLICIES = {
  open: seenAsPages,
  page: seenAsPages,
  thumbnail: seenAsPages,
  links: seenAsPages,
  find: seenAsPages,
  text,
  passage,
  print,
  download: takenAway,
  'marked download': markedCopy,
  zip: takenAway,
  'archive entry': takenAway,
  adopt,
  archive,
  source,
  result: composed,
  sign,
  'message file': messageFile,
  'thread page': threadPage,
  'thread file': threadFile,
} as const

export type Purpose = keyof typeof POLICIES

export type AskerOf<P extends Purpose> = Parameters<(typeof POLICIES)[P]>[0]
export type FactsOf<P extends Purpose> = Parameters<(typeof POLICIES)[P]>[1]

export const PURPOSES = Object.keys(POLICIES) as readonly Purpose[]

export function decide<P extends Purpose>(
  purpose: P,
  asker: AskerOf<P>,
  facts: FactsOf<P>,
): Denial | Permit {
  const policy = POLICIES[purpose] as (asker: AskerOf<P>, facts: FactsOf<P>) => Denial | Permit
  return policy(asker, facts)
}
