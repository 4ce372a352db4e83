import { useMutation, useQueryClient } from '@tanstack/react-query'
import { updateGroup } from '../../../../contract/features/groups/rights.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { type Group, groupsQuery } from '../../../room/groups.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { useBusy } from '../../../ui/state/busy.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import { useRefresh } from './use-refresh.ts'
import { useUndoable } from './use-undoable.ts'

interface GroupActionChange {
  readonly isDefault?: true
  readonly from?: string | null
  readonly until?: 'now' | string | null
}

interface Act {
  readonly change: GroupActionChange
  readonly done: string
  readonly former: {
    readonly id: number
    readonly isDefault?: true
    readonly from?: string | null
    readonly until?: string | null
  }
}

export function useGroupActions(roomId: number, group: Group, groups: readonly Group[]) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const block = useBusy()
  const dialogs = useDialogs()
  const say = useUndoable(roomId)
  const alertError = useErrorAlert()
  const refresh = useRefresh(roomId)
  const { id, name, members: count } = group

  /** The server’s clock decides when a group ended, so this is read again. */
  const periodNow = () => {
    const { from = null, until = null } =
      queries.getQueryData(groupsQuery(api, roomId).queryKey)?.find((each) => each.id === id) ?? {}
    return { from, until }
  }
  const acting = useMutation({
    mutationFn: ({ change }: Act) =>
      block(api.call(updateGroup, { body: { id, roomId, ...change } })),
    onSuccess: async (_, { done, former }) => {
      await refresh()
      const was = former.isDefault ? { defaultId: id } : periodNow()
      say(done, (undoing) => undoing.call(updateGroup, { body: { roomId, ...former, was } }))
    },
    onError: alertError,
  })
  const run = (act: Act) =>
    acting.mutateAsync(act).then(
      () => undefined,
      () => undefined,
    )
  const ask = async (text: string, detail: string, confirmLabel: string, isDangerous: boolean) =>
    dialogs.confirm({
      tone: 'check',
      text,
      detail: <p className="modal-text meta">{detail}</p>,
      confirmLabel,
      isDangerous,
    })

  // Setting an end also needs the beginning.
  const times = { id, from: group.from ?? null, until: group.until ?? null }
  const lastDefault = {
    id: groups.find(({ isDefault }) => isDefault)?.id ?? id,
    isDefault: true as const,
  }
  return {
    isBusy: acting.isPending,
    makeDefault: () =>
      run({
        change: { isDefault: true },
        done: t('groups.madeDefault', { name }),
        former: lastDefault,
      }),
    end: async () => {
      if (
        !(await ask(
          t('groups.endConfirm', { name }),
          t('groups.endEffect', { count }),
          t('groups.end'),
          true,
        ))
      )
        return
      // The server's clock decides when now is.
      await run({ change: { until: 'now' }, done: t('groups.endDone', { name }), former: times })
    },
    reopen: async () => {
      if (
        !(await ask(
          t('groups.reopenConfirm', { name }),
          t('groups.reopenEffect', { count }),
          t('groups.reopen'),
          false,
        ))
      )
        return
      await run({ change: { until: null }, done: t('groups.reopenDone', { name }), former: times })
    },
  }
}
