import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { importMatrix } from '../../../../contract/features/groups/rights-matrix.ts'
import type { Api } from '../../../lib/api/api.ts'
import { useApi, useErrorText } from '../../../lib/api/api-context.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
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

interface SendMatrixInput extends Pick<ImportDialogProps, 'roomId' | 'file'> {
  readonly apply: boolean
  readonly partial?: boolean
  /** The digest identifies the reviewed changes. */
  readonly digest?: string
}

async function send(api: Api, { roomId, file, apply, partial = false, digest }: SendMatrixInput) {
  const form = new FormData()
  form.append('apply', String(apply))
  form.append('partial', String(partial))
  if (digest !== undefined) form.append('digest', digest)
  form.append('file', file)
  return (await api.send(importMatrix, form, { params: { roomId } })).payload
}

type MatrixPreview = Awaited<ReturnType<typeof send>>

const OUTDATED: ReadonlySet<string> = new Set([
  'MATRIX_CHANGED',
  'MATRIX_UNMATCHED',
  'RIGHTS_CHANGED',
])

export function ImportDialog({ roomId, file, groups, onClose }: ImportDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const api = useApi()
  const queries = useQueryClient()
  const say = useSavedToast(roomId)
  const alertError = useErrorAlert()
  const errorText = useErrorText()
  const [outdated, setOutdated] = useState<{
    readonly text: string
    readonly before: MatrixPreview
  }>()
  const dialogs = useDialogs()
  const query = useQuery({
    queryKey: ['matrix-import', roomId, file.name, file.lastModified, file.size],
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    queryFn: () => send(api, { roomId, file, apply: false }),
  })
  const applying = useMutation({
    mutationFn: ({ unmatchedCount, digest }: MatrixPreview) =>
      send(api, { roomId, file, apply: true, partial: unmatchedCount > 0, digest }),
    onSuccess({ count, undo = [] }) {
      say(t('matrix.imported', { count }), undo)
      onClose()
    },
    async onError(error, before) {
      if (!(error instanceof ApiError && OUTDATED.has(error.code))) return alertError(error)
      await query.refetch()
      return setOutdated({ text: errorText(error), before })
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: rightsKey(roomId) }),
  })
  const found = query.data
  const apply = async (reviewed: MatrixPreview) => {
    const { count, unmatchedCount } = reviewed
    const text = t('matrix.partialConfirm', { count: unmatchedCount })
    const detail = <p className="modal-text meta">{t('matrix.partialEffect', { count })}</p>
    const isMeant =
      unmatchedCount === 0 ||
      (await dialogs.confirm({ tone: 'check', text, detail, confirmLabel: t('matrix.apply') }))
    if (isMeant) applying.mutate(reviewed)
  }
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
          {outdated && <OutdatedNotice text={outdated.text} before={outdated.before} now={found} />}
          {found.count === 0 ? (
            <p className="modal-text">{t('matrix.importNothing')}</p>
          ) : (
            <ChangeList changes={changes} count={found.count} />
          )}
          {found.unmatchedCount > 0 && (
            <section>
              <h3 className="rights-heading">
                {t('matrix.unmatched', { count: found.unmatchedCount })}
              </h3>
              <ScrollArea
                className="unmatched-list"
                label={t('matrix.unmatched', { count: found.unmatchedCount })}
              >
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
      {found && found.count > LIMITS.grantsPerCall && (
        <p className="rights-notice">{t('matrix.importNoUndo', { limit: LIMITS.grantsPerCall })}</p>
      )}
      <div className="modal-buttons rights-foot">
        <EffectLines
          groups={groups}
          effects={found?.effects}
          isCounting={false}
          hasChanges={(found?.count ?? 0) > 0}
        />
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button
          variant="primary"
          isBusy={applying.isPending}
          blockedBecause={
            !found
              ? t('common.loading')
              : found.count === 0
                ? t('rights.nothingChanged')
                : undefined
          }
          onClick={() => found && void apply(found)}
        >
          {t('matrix.apply')}
        </Button>
      </div>
    </Modal>
  )
}

function OutdatedNotice({
  text,
  before,
  now,
}: {
  readonly text: string
  readonly before: MatrixPreview
  readonly now: MatrixPreview
}) {
  const { t } = useTranslation()
  const counts = [
    before.count !== now.count && t('matrix.countNow', { before: before.count, count: now.count }),
    before.unmatchedCount !== now.unmatchedCount &&
      t('matrix.skippedNow', { before: before.unmatchedCount, count: now.unmatchedCount }),
  ].filter((part) => part !== false)
  return (
    <p className="rights-notice" role="alert">
      {[text, ...counts].join(' ')}
    </p>
  )
}

const UNMATCHED = {
  row: 'matrix.unmatchedRow',
  column: 'matrix.unmatchedColumn',
  cell: 'matrix.unmatchedCell',
} as const
