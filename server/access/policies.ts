import type { ErrorCode } from '../../contract/core/errors.ts'
import { ROLE } from '../../contract/core/limits.ts'
import type { Actor } from './actor.ts'
import { allowed, type Candidate, type ItemRight } from './items.ts'
import { mayHaveText } from './text.ts'

/** As much of a version of a document as the decision depends on. */
export interface DocumentFacts extends Candidate {
  /** False where an older version, or one by its number, was asked for: the history is for operators. */
  readonly isNewest: boolean
  /** Only images and PDFs are sent to a printer. */
  readonly isPrintable: boolean
}

/** As much of a prepared archive as the decision depends on. */
export interface ArchiveFacts {
  /** Made for one person with that person's rights; otherwise it holds the whole room and was asked for with a fresh code. */
  readonly isOwn: boolean
  readonly documents: number
  /** Documents that are in it as copies with their text. */
  readonly copies: number
  /** Entries whose content is gone, or is not what the person would be shown now. */
  readonly gone: number
  readonly isMarked: boolean
}

/** As much of the file of a message as the decision depends on. */
export interface MessageFileFacts {
  /** Its mail went to this member. */
  readonly isAddressed: boolean
  readonly isForOperators: boolean
}

/** As much of a PDF to be signed as the decision depends on. */
export interface ComposeFileFacts {
  readonly roomId: number
  readonly templateId: number
}

/** Somebody who holds the link to one document to sign. */
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
  /** Whose mark is burned into every page that leaves; undefined: they leave unmarked. */
  readonly marksFor: Pick<Actor, 'email' | 'zone' | 'watermarkStyle'> | undefined
  /** A copy must hold nothing of the document but images of its pages. */
  readonly imagesOnly: boolean
  /** Text may leave beside what the images of the pages show. */
  readonly withText: boolean
}

const deny = (code: ErrorCode, reason: Denial['reason'] = 'right'): Denial => ({ outcome: 'denied', code, reason })

const UNMARKED: Permit = { outcome: 'allowed', marksFor: undefined, imagesOnly: false, withText: true }

const holds = (actor: Actor, right: ItemRight, facts: DocumentFacts): boolean => allowed(actor, right, [facts]).has(facts.id)

const isThere = (actor: Actor, facts: DocumentFacts): boolean =>
  holds(actor, 'read', facts) && (facts.isNewest || holds(actor, 'survey', facts))

/** Images of pages, and what is told of them. */
function shown(actor: Actor, facts: DocumentFacts): Denial | Permit {
  if (!isThere(actor, facts)) return deny('NOT_FOUND')
  return { outcome: 'allowed', marksFor: actor.watermark ? actor : undefined, imagesOnly: true, withText: mayHaveText(actor) }
}

function text(actor: Actor, facts: DocumentFacts): Denial | Permit {
  const decision = shown(actor, facts)
  return decision.outcome === 'allowed' && !decision.withText ? deny('TEXT_DENIED') : decision
}

/** In strict mode documents are read on guarded pages alone, except by operators. */
function passage(actor: Actor, facts: DocumentFacts): Denial | Permit {
  const decision = shown(actor, facts)
  const isGuarded = actor.viewing.strict && actor.roleId !== ROLE.operator
  return decision.outcome === 'allowed' ? { ...decision, withText: decision.withText && !isGuarded } : decision
}

/** What is kept: a copy, or while the watermark is off the document itself. */
function kept(actor: Actor, facts: DocumentFacts): Denial | Permit {
  if (!isThere(actor, facts)) return deny('NOT_FOUND')
  if (!holds(actor, 'download', facts)) return deny('DOWNLOAD_DENIED')
  // The person may have it; who looks at that person's screen may not.
  if (actor.viewAs) return deny('VIEW_AS_READ_ONLY', 'view-as')
  const isMarked = actor.watermark
  return { outcome: 'allowed', marksFor: isMarked ? actor : undefined, imagesOnly: isMarked && actor.viewing.imageCopies, withText: true }
}

function markedCopy(actor: Actor, facts: DocumentFacts): Denial | Permit {
  const decision = kept(actor, facts)
  return decision.outcome === 'allowed' ? { ...decision, marksFor: actor, imagesOnly: actor.viewing.imageCopies } : decision
}

/** A print without a mark is one of page images, which nobody can take for the document. */
function print(actor: Actor, facts: DocumentFacts): Denial | Permit {
  if (!isThere(actor, facts)) return deny('NOT_FOUND')
  if (!holds(actor, 'print', facts)) return deny('PRINT_DENIED')
  if (actor.viewAs) return deny('VIEW_AS_READ_ONLY', 'view-as')
  if (!facts.isPrintable) return deny('PRINT_TYPE', 'type')
  const imagesOnly = !actor.watermark || actor.viewing.imageCopies || !holds(actor, 'download', facts)
  return { outcome: 'allowed', marksFor: actor.watermark ? actor : undefined, imagesOnly, withText: !imagesOnly }
}

/** To be signed a document leaves the room's rules whole and unmarked, so it takes the right to download it. */
function adopt(actor: Actor, facts: DocumentFacts): Denial | Permit {
  const decision = kept(actor, facts)
  return decision.outcome === 'allowed' ? UNMARKED : decision
}

const isOfOperatorArea = (actor: Actor): boolean => actor.roleId === ROLE.operator && actor.state === 'raised'

function composed(actor: Actor, { roomId }: ComposeFileFacts): Denial | Permit {
  return roomId === actor.roomId && isOfOperatorArea(actor) ? UNMARKED : deny('NOT_FOUND')
}

/** The PDF as it was taken is an original. */
function source(actor: Actor, facts: ComposeFileFacts): Denial | Permit {
  const decision = composed(actor, facts)
  return decision.outcome === 'allowed' && !actor.download ? deny('DOWNLOAD_DENIED') : decision
}

const sign = (holder: LinkHolder, { roomId, templateId }: ComposeFileFacts): Denial | Permit =>
  roomId === holder.roomId && templateId === holder.templateId ? UNMARKED : deny('SIGN_LINK')

/** What an archive holds must be what the person would be given now. */
function archive(actor: Actor, { isOwn, documents, copies, gone, isMarked }: ArchiveFacts): Denial | Permit {
  const isLimited = isOwn && documents > 0
  const lacksMark = isLimited && actor.watermark && !isMarked
  const hasText = isLimited && actor.watermark && actor.viewing.imageCopies && copies > 0
  return gone > 0 || (isLimited && !actor.download) || lacksMark || hasText ? deny('ARCHIVE_OUTDATED') : UNMARKED
}

const messageFile = (actor: Actor, { isAddressed, isForOperators }: MessageFileFacts): Denial | Permit =>
  isAddressed && (!isForOperators || actor.roleId === ROLE.operator) ? UNMARKED : deny('NOT_FOUND')

/** By what each purpose is decided. Whatever is wanted of a document is wanted for one of these. */
const POLICIES = {
  open: shown,
  page: shown,
  thumbnail: shown,
  links: shown,
  find: shown,
  text,
  passage,
  print,
  download: kept,
  'marked download': markedCopy,
  zip: kept,
  'archive entry': kept,
  adopt,
  archive,
  source,
  result: composed,
  sign,
  'message file': messageFile,
} as const

/** What content is wanted for. */
export type Purpose = keyof typeof POLICIES

/** Who may ask for a purpose, and what has to be known of its subject. */
export type AskerOf<P extends Purpose> = Parameters<(typeof POLICIES)[P]>[0]
export type FactsOf<P extends Purpose> = Parameters<(typeof POLICIES)[P]>[1]

export const PURPOSES = Object.keys(POLICIES) as readonly Purpose[]

/** Decides whether content may leave for a purpose, and how. Pure: all that it depends on is in what it is given. */
export function decide<P extends Purpose>(purpose: P, asker: AskerOf<P>, facts: FactsOf<P>): Denial | Permit {
  const policy = POLICIES[purpose] as (asker: AskerOf<P>, facts: FactsOf<P>) => Denial | Permit
  return policy(asker, facts)
}
