import { ROLE } from '../../contract/core/limits.ts'
import { reaches } from '../../contract/core/permissions.ts'
import type { Actor } from './actor.ts'

/** As much of somebody as rights on items depend on: an actor, or a member who is not here at the moment. */
export type Holder = Pick<Actor, 'roomId' | 'roleId' | 'state' | 'print' | 'download' | 'phase'>

/** What can be done with one item of a room. */
export type ItemRight = 'read' | 'survey' | 'print' | 'download' | 'copy' | 'edit' | 'delete' | 'restore' | 'destroy'

/** As much of an item as its rights depend on. */
export interface Candidate {
  readonly id: number
  readonly roomId: number
  readonly deleted: boolean
}

/** An item as the rules look at it, from its row. */
export const candidateOf = (row: { readonly id: number; readonly room_id: number; readonly deleted_at: Date | null }): Candidate => ({
  id: row.id,
  roomId: row.room_id,
  deleted: row.deleted_at !== null,
})

/** The items of which a query may speak at all: every read of items takes one of these and never assumes the whole room. */
export interface VisibleItems {
  readonly roomId: number
}

/** What operators alone see of documents, also once the room takes no more changes. */
const maySurvey = (actor: Holder): boolean => actor.roleId === ROLE.operator && actor.state === 'raised'

/** What changes the content of a room, which only an open one lets happen. */
const mayChange = (actor: Holder): boolean => maySurvey(actor) && actor.phase === 'open'

const hasAgreed = (actor: Holder): boolean => reaches(actor.state, 'agreed')

const RULES: Record<ItemRight, (actor: Holder) => boolean> = {
  read: hasAgreed,
  survey: maySurvey,
  print: (actor) => hasAgreed(actor) && actor.print,
  download: (actor) => hasAgreed(actor) && actor.download,
  copy: mayChange,
  edit: mayChange,
  delete: mayChange,
  restore: mayChange,
  destroy: mayChange,
}

/** The rights that are about what lies in the trash; all others are about what does not. */
const OF_TRASH: ReadonlySet<ItemRight> = new Set(['restore', 'destroy'])

/**
 * The ids, of those given, on which the actor holds the right. What is of another room is never among them, nor what is deleted, unless it
 * is about the trash.
 */
export function allowed(actor: Holder, right: ItemRight, candidates: readonly Candidate[]): ReadonlySet<number> {
  if (!RULES[right](actor)) return new Set()
  return new Set(candidates.filter((item) => item.roomId === actor.roomId && item.deleted === OF_TRASH.has(right)).map((item) => item.id))
}

/** The scope of the actor's queries. */
export const visibleItems = (actor: Pick<Holder, 'roomId'>): VisibleItems => ({ roomId: actor.roomId })

/** What the client may offer on one item; the server decides again when it is asked for. */
export function abilities(actor: Actor, item: Candidate): Record<'copy' | 'edit' | 'delete' | 'print' | 'download', boolean> {
  const has = (right: ItemRight): boolean => allowed(actor, right, [item]).has(item.id)
  return { copy: has('copy'), edit: has('edit'), delete: has('delete'), print: has('print'), download: has('download') }
}
