import { ROLE } from '../../contract/core/limits.ts'
import { hasSessionState } from '../../contract/core/permissions.ts'
import { LEVEL } from '../../contract/features/groups/levels.ts'
import type { Actor } from './actor.ts'
import type { GroupView } from './group-view.ts'

/** This is an actor or an absent member. */
export type Holder = Pick<Actor, 'roomId' | 'roleId' | 'state' | 'print' | 'download' | 'phase' | 'group' | 'scope'>

export type ItemRight =
  | 'read'
  | 'survey'
  | 'print'
  | 'download'
  | 'original'
  | 'copy'
  | 'edit'
  | 'publish'
  | 'delete'
  | 'restore'
  | 'destroy'

export interface Candidate {
  readonly id: number
  readonly roomId: number
  readonly deleted: boolean
  /** Of the actor's group, as the query that found it says. Folders on the way to something visible have `LEVEL.none`. */
  readonly level: number
}

export interface CandidateRow {
  readonly id: number
  readonly room_id: number
  readonly deleted_at: Date | null
  readonly level: number
}

export const candidateOf = (row: CandidateRow): Candidate => ({
  id: row.id,
  roomId: row.room_id,
  deleted: row.deleted_at !== null,
  level: row.level,
})

/** Every read of items takes one and never assumes the whole room. */
export interface VisibleItems {
  readonly roomId: number
  /** Undefined for operators, who see everything. */
  readonly group: GroupView | undefined
}

/** Operator views stay available in frozen and closed rooms. */
const maySurvey = (actor: Holder): boolean => actor.roleId === ROLE.operator && actor.state === 'raised'

const mayChange = (actor: Holder): boolean => maySurvey(actor) && actor.phase === 'open'

/** Not content operators. */
const mayDecide = (actor: Holder): boolean => mayChange(actor) && actor.scope === 'full'

const hasAgreed = (actor: Holder): boolean => hasSessionState(actor.state, 'agreed')

/** Personal switches only take away what the level gives. */
const RULES: Record<ItemRight, (actor: Holder, level: number) => boolean> = {
  read: (actor, level) => hasAgreed(actor) && level >= LEVEL.view,
  survey: maySurvey,
  print: (actor, level) => hasAgreed(actor) && actor.print && level >= LEVEL.print,
  download: (actor, level) => hasAgreed(actor) && actor.download && level >= LEVEL.download,
  original: (actor, level) => hasAgreed(actor) && actor.download && level >= LEVEL.original,
  copy: mayChange,
  edit: mayChange,
  publish: mayDecide,
  delete: mayDecide,
  restore: mayChange,
  destroy: mayDecide,
}

/** All other rights exclude the trash. */
const OF_TRASH: ReadonlySet<ItemRight> = new Set(['restore', 'destroy'])

export function allowed(actor: Holder, right: ItemRight, candidates: readonly Candidate[]): ReadonlySet<number> {
  const isOpen = (item: Candidate): boolean =>
    item.roomId === actor.roomId && item.deleted === OF_TRASH.has(right) && RULES[right](actor, item.level)
  return new Set(candidates.filter(isOpen).map((item) => item.id))
}

export const visibleItems = ({ roomId, group }: Pick<Holder, 'roomId' | 'group'>): VisibleItems => ({ roomId, group })

/** For the interface only. Each request is decided again. */
export function abilities(actor: Actor, item: Candidate): Record<'copy' | 'edit' | 'delete' | 'print' | 'download' | 'original', boolean> {
  const has = (right: ItemRight): boolean => allowed(actor, right, [item]).has(item.id)
  return {
    copy: has('copy'),
    edit: has('edit'),
    delete: has('delete'),
    print: has('print'),
    download: has('download'),
    original: has('original'),
  }
}
