import { useMutation } from '@tanstack/react-query'
import { updateGroup } from '../../../../contract/features/groups/rights.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import type { Group } from '../../../room/groups.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { useBusy } from '../../../ui/state/busy.tsx'
import { useToast } from '../../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import { useRefresh } from './use-refresh.ts'

interface Change {
  readonly isDefault?: true
  readonly until?: 'now' | null
}

interface Act {
  readonly change: Change
  readonly done: string
}

export function useGroupActions(roomId: number, group: Group) {
  const { t } = useTranslation()
  const api = useApi()
  const block = useBusy()
  const dialogs = useDialogs()
  const toast = useToast()
  const alertError = useErrorAlert()
  const refresh = useRefresh(roomId)
  const { id, name, members: count } = group

  const acting = useMutation({
    mutationFn: ({ change }: Act) => block(api.call(updateGroup, { body: { id, roomId, ...change } })),
    onSuccess: async (_, { done }) => {
      await refresh()
      toast({ title: 'Succeed', text: done })
    },
    onError: alertError,
  })
  const run = (act: Act) =>
    acting.mutateAsync(act).then(
      () => undefined,
      () => undefined,
    )
  const ask = async (text: string, detail: string, confirmLabel: string, isDangerous: boolean) =>
    dialogs.confirm({ tone: 'check', text, detail: <p className="modal-text meta">{detail}</p>, confirmLabel, isDangerous })

  return {
    isBusy: acting.isPending,
    makeDefault: () => run({ change: { isDefault: true }, done: t('groups.madeDefault', { name }) }),
    end: async () => {
      if (!(await ask(t('groups.endConfirm', { name }), t('groups.endEffect', { count }), t('groups.end'), true))) return
      // The clock of the server counts.
      await run({ change: { until: 'now' }, done: t('groups.endDone', { name }) })
    },
    reopen: async () => {
      if (!(await ask(t('groups.reopenConfirm', { name }), t('groups.reopenEffect', { count }), t('groups.reopen'), false))) return
      await run({ change: { until: null }, done: t('groups.reopenDone', { name }) })
    },
  }
}
