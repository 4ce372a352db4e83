import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { importMatrix } from '../../../../contract/features/groups/rights-matrix.ts'
import type { Api } from '../../../lib/api/api.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { ScrollArea } from '../../../ui/list/scroll-area.tsx'
import { QueryState } from '../../../ui/state/query-state.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import type { Group } from '../cells.ts'
import { EffectLines } from '../effect-list.tsx'
import { rightsKey } from '../rights-query.ts'
import { useSavedToast } from '../use-save-rights.ts'
import { ChangeList } from './change-list.tsx'

interface ImportDialogProps {
  readonly roomId: number
  readonly file: File
  readonly groups: readonly Group[]
  readonly onClose: () => void
}

async function send(api: Api, { roomId, file, apply }: Pick<ImportDialogProps, 'roomId' | 'file'> & { readonly apply: boolean }) {
  const form = new FormData()
  form.append('apply', String(apply))
  form.append('file', file)
  return (await api.send(importMatrix, form, { params: { roomId } })).payload
}

/** What the spreadsheet would change, before it does. */
export function ImportDialog({ roomId, file, groups, onClose }: ImportDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const api = useApi()
  const queries = useQueryClient()
  const say = useSavedToast(roomId)
  const alertError = useErrorAlert()
  const query = useQuery({
    queryKey: ['matrix-import', roomId, file.name, file.lastModified, file.size],
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    queryFn: () => send(api, { roomId, file, apply: false }),
  })
  const applying = useMutation({
    mutationFn: () => send(api, { roomId, file, apply: true }),
    onSuccess({ count, undo = [] }) {
      say(t('matrix.imported', { count }), undo)
      onClose()
    },
    onError: alertError,
    onSettled: () => void queries.invalidateQueries({ queryKey: rightsKey(roomId) }),
  })
  const found = query.data
  const changes = found?.changes.map(({ path, ...change }) => ({
    ...change,
    path: path.replaceAll('/', ' / '),
    group: groups.find((group) => group.id === change.groupId),
  }))
  return (
    <Modal size="wide" labelledBy={id} onDismiss={onClose}>
      <h2 id={id} className="title">
        {t('matrix.importTitle', { name: file.name })}
      </h2>
      {found && changes ? (
        <>
          {found.count === 0 ? (
            <p className="modal-text">{t('matrix.importNothing')}</p>
          ) : (
            <ChangeList changes={changes} count={found.count} />
          )}
          {found.unmatchedCount > 0 && (
            <section>
              <h3 className="rights-heading">{t('matrix.unmatched', { count: found.unmatchedCount })}</h3>
              <ScrollArea className="unmatched-list" label={t('matrix.unmatched', { count: found.unmatchedCount })}>
                <ul>
                  {found.unmatched.map(({ kind, row, text }) => (
                    <li key={`${kind} ${row} ${text}`}>{t(UNMATCHED[kind], { row, text })}</li>
                  ))}
                </ul>
              </ScrollArea>
            </section>
          )}
        </>
      ) : (
        <QueryState query={query} count={5} />
      )}
      <div className="modal-buttons rights-foot">
        <EffectLines groups={groups} effects={found?.effects} isCounting={false} hasChanges={(found?.count ?? 0) > 0} />
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button
          variant="primary"
          isBusy={applying.isPending}
          blockedBecause={!found ? t('common.loading') : found.count === 0 ? t('rights.nothingChanged') : undefined}
          onClick={() => applying.mutate()}
        >
          {t('matrix.apply')}
        </Button>
      </div>
    </Modal>
  )
}

const UNMATCHED = { row: 'matrix.unmatchedRow', column: 'matrix.unmatchedColumn', cell: 'matrix.unmatchedCell' } as const
