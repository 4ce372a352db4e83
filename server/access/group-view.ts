import { ROLE } from '../../contract/core/limits.ts'

export interface GroupView {
  readonly groupId: number
  readonly rootLevel: number
  readonly isUniform: boolean
  readonly at: Date
}

export const NO_GROUP = (at: Date): GroupView => ({ groupId: 0, rootLevel: 0, isUniform: true, at })

/** @returns undefined for operators, who see everything */
export const viewOfMember = (
  views: ReadonlyMap<number, GroupView>,
  { role_id, group_id }: { readonly role_id: number; readonly group_id: number | null },
  at: Date,
): GroupView | undefined => (role_id === ROLE.operator ? undefined : (views.get(group_id ?? 0) ?? NO_GROUP(at)))
