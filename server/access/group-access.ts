import { ROLE } from '../../contract/core/limits.ts'

export interface GroupAccess {
  readonly groupId: number
  readonly rootLevel: number
  readonly isUniform: boolean
  readonly at: Date
}

export const NO_GROUP = (at: Date): GroupAccess => ({
  groupId: 0,
  rootLevel: 0,
  isUniform: true,
  at,
})

/** @returns undefined for operators, who see everything */
export const accessOfMember = (
  groups: ReadonlyMap<number, GroupAccess>,
  { role_id, group_id }: { readonly role_id: number; readonly group_id: number | null },
  at: Date,
): GroupAccess | undefined =>
  role_id === ROLE.operator ? undefined : (groups.get(group_id ?? 0) ?? NO_GROUP(at))
