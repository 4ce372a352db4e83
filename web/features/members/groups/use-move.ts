import { LIMITS } from '../../../../contract/core/limits.ts'
import { moveMembers } from '../../../../contract/features/groups/rights.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import type { Group } from '../../../room/groups.ts'
import { useBusy } from '../../../ui/state/busy.tsx'
import { useToast } from '../../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import type { Member } from '../members-query.ts'
import { usePresent } from '../use-present.ts'
import { useRefresh } from './use-refresh.ts'

interface GroupMembership {
  readonly id: number
  readonly from?: string | undefined
  readonly until?: string | undefined
}

interface Former {
  readonly place: GroupMembership
  readonly ids: number[]
}

function formerMemberships(members: readonly Member[]): readonly Former[] {
  const known = new Map<string, Former>()
  for (const { id, groupId, from, until } of members) {
    if (groupId === undefined) continue
    const key = [groupId, from, until].join(' ')
    const former = known.get(key) ?? { place: { id: groupId, from, until }, ids: [] }
    former.ids.push(id)
    known.set(key, former)
  }
  return [...known.values()]
}

export function useMove(roomId: number) {
  const { t } = useTranslation()
  const api = useApi()
  const block = useBusy()
  const toast = useToast()
  const alertError = useErrorAlert()
  const refresh = useRefresh(roomId)
  const present = usePresent(roomId)

  const place = async ({ id, from = undefined, until = undefined }: GroupMembership, ids: readonly number[]) => {
    const times = { ...(from === undefined ? {} : { from }), ...(until === undefined ? {} : { until }) }
    for (let start = 0; start < ids.length; start += LIMITS.listMax) {
      const managementIds = ids.slice(start, start + LIMITS.listMax)
      await api.call(moveMembers, { body: { id, roomId, managementIds, ...times } })
    }
  }
  const moveBack = async (members: readonly Member[]) => {
    try {
      const there = new Set(await block(present(members.map(({ id }) => id))))
      const back = members.filter(({ id }) => there.has(id))
      for (const { place: former, ids } of formerMemberships(back)) await block(place(former, ids))
      toast(t('groups.movedBack', { count: back.length }))
    } catch (error) {
      await alertError(error)
    } finally {
      await refresh()
    }
  }
  const moveInto = async (members: readonly Member[], group: Group, places: readonly Former[]) => {
    const placed = new Set<number>()
    try {
      for (const { place: wanted, ids } of places) {
        await block(place(wanted, ids))
        for (const id of ids) placed.add(id)
      }
    } finally {
      await refresh()
      // Each call moves all of its people or none.
      const moved = members.filter(({ id }) => placed.has(id))
      if (moved.length > 0)
        toast({
          text: t('groups.moved', { count: moved.length, name: group.name }),
          action: { label: t('groups.undo'), onPress: () => void moveBack(moved) },
        })
    }
  }
  return {
    /** @throws an error; with very many people, some may have moved. */
    move: (members: readonly Member[], group: Group, until: string | undefined) =>
      moveInto(members, group, [{ place: { id: group.id, until }, ids: members.map(({ id }) => id) }]),
    /** Reports errors itself. @returns whether all moved. */
    drop: async (members: readonly Member[], group: Group) => {
      const places = formerMemberships(members).map(({ place: { from, until }, ids }) => ({ place: { id: group.id, from, until }, ids }))
      return moveInto(members, group, places).then(
        () => true,
        (error: unknown) => alertError(error).then(() => false),
      )
    },
  }
}
