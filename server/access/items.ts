import { ROLE } from '../../contract/core/limits.ts'
import { hasSessionState } from '../../contract/core/permissions.ts'
import { LEVEL } from '../../contract/features/groups/levels.ts'
import type { Actor } from './actor.ts'
import type { GroupAccess } from './group-access.ts'

export type Holder = Pick<
  Actor,
  'roomId' | 'roleId' | 'state' | 'print' | 'download' | 'phase' | 'group' | 'scope'
>

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
  /** Folders that only lead to something visible have `LEVEL.none`. */
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

/** Queries require a scope, so none assumes the whole room. */
export interface VisibleItems {
  readonly roomId: number
  /** Undefined for operators, who see everything. */
  readonly group: GroupAccess | undefined
}

const maySurvey = (actor: Holder): boolean =>
  actor.roleId === ROLE.operator && actor.state === 'raised'

const mayChange = (actor: Holder): boolean => maySurvey(actor) && actor.phase === 'open'

const mayDecide = (actor: Holder): boolean => mayChange(actor) && actor.scope === 'full'

const hasAgreed = (actor: Holder): boolean => hasSessionState(actor.state, 'agreed')

/** Personal switches can only reduce what the level allows. */
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

const OF_TRASH: ReadonlySet<ItemRight> = new Set(['restore', 'destroy'])

export function allowed(
  actor: Holder,
  right: ItemRight,
  candidates: readonly Candidate[],
): ReadonlySet<number> {
  const isOpen = (item: Candidate): boolean =>
    item.roomId === actor.roomId &&
    item.deleted === OF_TRASH.has(right) &&
    RULES[right](actor, item.level)
  return new Set(candidates.filter(isOpen).map((item) => item.id))
}

export const visibleItems = ({
  roomId,
  group,
}: Pick<Holder, 'roomId' | 'group'>): VisibleItems => ({ roomId, group })

/** Serves only the interface; each request is decided again. */
export function abilities(
  actor: Actor,
  item: Candidate,
): Record<'copy' | 'edit' | 'delete' | 'print' | 'download' | 'original', boolean> {
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
