import { LIMITS } from '../../../../contract/core/limits.ts'
import { moveMembers } from '../../../../contract/features/groups/rights.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import type { Group } from '../../../room/groups.ts'
import { useBusy } from '../../../ui/state/busy.tsx'
import { useToast } from '../../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import type { Member } from '../members-query.ts'
import { useRefresh } from './use-refresh.ts'

interface GroupMembership {
  readonly id: number
  readonly from?: string | undefined
  readonly until?: string | undefined
}

interface MembersToPut {
  readonly membership: GroupMembership
  readonly members: Member[]
}

type MembershipOf = (member: Member) => GroupMembership

const formerMembership: MembershipOf = ({ groupId = 0, from, until }) => ({
  id: groupId,
  from,
  until,
})

function byMembership(
  members: readonly Member[],
  membershipOf: MembershipOf,
): readonly MembersToPut[] {
  const known = new Map<string, MembersToPut>()
  const all: MembersToPut[] = []
  for (const member of members) {
    const membership = membershipOf(member)
    const key = [membership.id, membership.from, membership.until].join(' ')
    let together = known.get(key)
    if (!together || together.members.length === LIMITS.listMax) {
      together = { membership, members: [] }
      known.set(key, together)
      all.push(together)
    }
    together.members.push(member)
  }
  return all
}

const isOfGroup = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'GROUP_CHANGED'

const bodyOf = ({ id, from, until }: GroupMembership) => ({
  id,
  ...(from === undefined ? {} : { from }),
  ...(until === undefined ? {} : { until }),
})

export function useMove(roomId: number) {
  const { t } = useTranslation()
  const api = useApi()
  const block = useBusy()
  const toast = useToast()
  const alertError = useErrorAlert()
  const refresh = useRefresh(roomId)

  /** @returns how many people left the membership `was` meanwhile, and so stayed where they are. */
  const put = async (
    { membership, members }: MembersToPut,
    was?: GroupMembership,
  ): Promise<number> => {
    const managementIds = members.map(({ id }) => id)
    const body = {
      roomId,
      managementIds,
      ...bodyOf(membership),
      ...(was ? { was: bodyOf(was) } : {}),
    }
    return (await block(api.call(moveMembers, { body })))?.skipped.length ?? 0
  }
  const moveBack = async (members: readonly Member[], membershipOf: MembershipOf) => {
    let [count, skipped] = [0, 0]
    let failure: unknown
    for (const former of byMembership(members, formerMembership)) {
      try {
        // People who shared a former membership share the new one.
        const stayed = await put(former, former.members.map(membershipOf)[0])
        count += former.members.length - stayed
        skipped += stayed
      } catch (error) {
        failure = error
        if (!isOfGroup(error)) break
        skipped += former.members.length
      }
    }
    await refresh()
    if (count > 0)
      toast(
        skipped === 0
          ? t('groups.movedBack', { count })
          : t('groups.movedBackPartly', { count, skipped }),
      )
    else if (failure === undefined) toast(t('groups.movedBackNone'))
    if (failure !== undefined && (count === 0 || !isOfGroup(failure))) await alertError(failure)
  }
  const moveInto = async (members: readonly Member[], group: Group, membershipOf: MembershipOf) => {
    const moved: Member[] = []
    try {
      for (const together of byMembership(members, membershipOf)) {
        await put(together)
        moved.push(...together.members)
      }
    } finally {
      await refresh()
      if (moved.length > 0)
        toast({
          text: t('groups.moved', { count: moved.length, name: group.name }),
          action: { label: t('groups.undo'), onPress: () => void moveBack(moved, membershipOf) },
        })
    }
  }
  return {
    /** @throws an error; with very many people, some may have moved. */
    move: (members: readonly Member[], group: Group, until: string | undefined) =>
      moveInto(members, group, () => ({ id: group.id, until })),
    drop: async (members: readonly Member[], group: Group) =>
      moveInto(members, group, ({ from, until }) => ({ id: group.id, from, until })).then(
        () => true,
        (error: unknown) => alertError(error).then(() => false),
      ),
  }
}
