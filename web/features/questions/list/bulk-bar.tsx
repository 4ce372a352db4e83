import { useMutation } from '@tanstack/react-query'
import { CheckCheck, GitMerge, ListFilter, Megaphone, Undo2, UserRoundCheck, X } from 'lucide-react'
import { useState } from 'react'
import { batch, markRead } from '../../../../contract/features/threads/threads.ts'
import type { GivenRequest } from '../../../lib/api/api.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { useToast } from '../../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import { AssignDialog } from '../thread/assign-dialog.tsx'
import { ReasonDialog } from '../thread/reason-dialog.tsx'
import { type ThreadRow, useRefresh } from '../threads-query.ts'
import { PublishEach } from './publish-each.tsx'
import { SortDialog } from './sort-dialog.tsx'

interface BulkBarProps {
  readonly roomId: number
  readonly isArea: boolean
  readonly selected: readonly ThreadRow[]
  readonly onDone: () => void
}

type BatchChange = Omit<GivenRequest<typeof batch>['body'], 'roomId' | 'ids'>

export function BulkBar({ roomId, isArea, selected, onDone }: BulkBarProps) {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const dialogs = useDialogs()
  const alertError = useErrorAlert()
  const refresh = useRefresh(roomId)
  const [dialog, setDialog] = useState<'assign' | 'sort' | 'return' | 'publish'>()
  const ids = selected.map(({ id }) => id)
  const change = async (given: BatchChange, only = ids) => {
    const { changed } = await api
      .call(batch, { body: { roomId, ids: only, ...given } })
      .finally(refresh)
    toast(t('questions.bulkDone', { count: changed }))
    setDialog(undefined)
    onDone()
  }
  const published = selected.filter(({ state }) => state !== 'DRAFT').map(({ id }) => id)
  const publishedAll = () => {
    setDialog(undefined)
    onDone()
  }
  const read = useMutation({
    mutationFn: () => api.call(markRead, { body: { roomId, ids } }),
    onSuccess: onDone,
    onError: alertError,
    onSettled: refresh,
  })
  const [first, ...others] = selected
  const merge = async () => {
    if (!first) return
    const text = t('questions.bulkMergeText', { number: first.number })
    if (!(await dialogs.confirm({ tone: 'check', text, confirmLabel: t('questions.bulkMerge') })))
      return
    await change(
      { into: first.id },
      others.map(({ id }) => id),
    ).catch(alertError)
  }
  return (
    <div
      className="questions-bulk"
      role="toolbar"
      aria-label={t('questions.selected', { count: selected.length })}
    >
      <IconButton size="small" icon={X} label={t('questions.clearSelection')} onClick={onDone} />
      <span className="numbers" role="status">
        {t('questions.selected', { count: selected.length })}
      </span>
      <Button size="small" icon={CheckCheck} isBusy={read.isPending} onClick={() => read.mutate()}>
        {t('questions.bulkRead')}
      </Button>
      {isArea && (
        <>
          <Button size="small" icon={UserRoundCheck} onClick={() => setDialog('assign')}>
            {t('questions.bulkAssign')}
          </Button>
          <Button size="small" icon={ListFilter} onClick={() => setDialog('sort')}>
            {t('questions.bulkPriority')}
          </Button>
          <Button size="small" icon={Undo2} onClick={() => setDialog('return')}>
            {t('questions.bulkReturn')}
          </Button>
          {published.length > 0 && (
            <Button size="small" icon={Megaphone} onClick={() => setDialog('publish')}>
              {t('questions.publishTitle')}
            </Button>
          )}
          {others.length > 0 && (
            <Button size="small" icon={GitMerge} onClick={() => void merge()}>
              {t('questions.bulkMerge')}
            </Button>
          )}
        </>
      )}
      {dialog === 'assign' && (
        <AssignDialog
          roomId={roomId}
          start={undefined}
          onAssign={change}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'sort' && (
        <SortDialog roomId={roomId} onSort={change} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'publish' && (
        <PublishEach roomId={roomId} ids={published} onClose={publishedAll} />
      )}
      {dialog === 'return' && (
        <ReasonDialog
          to="RETURNED"
          onReason={(reason) => change({ to: 'RETURNED', reason })}
          onClose={() => setDialog(undefined)}
        />
      )}
    </div>
  )
}
