import { ROLE } from '../../contract/core/limits.ts'

/** How a group sees the items of its room. */
export interface GroupView {
  readonly groupId: number
  /** The level at the root, now. */
  readonly rootLevel: number
  /** The root's grant is the only one. */
  readonly isUniform: boolean
  /** Grants count as they do at this time. */
  readonly at: Date
}

/** Nothing is granted to who is in no group. */
export const NO_GROUP = (at: Date): GroupView => ({ groupId: 0, rootLevel: 0, isUniform: true, at })

/** @returns undefined for operators, who see everything. */
export const viewOfMember = (
  views: ReadonlyMap<number, GroupView>,
  { role_id, group_id }: { readonly role_id: number; readonly group_id: number | null },
  at: Date,
): GroupView | undefined => (role_id === ROLE.operator ? undefined : (views.get(group_id ?? 0) ?? NO_GROUP(at)))
