import './expected.css'
import { FileClock, ListPlus } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { usePhaseBlock } from '../../../room/room-access.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { Segments } from '../../../ui/field/segments.tsx'
import { ScrollArea } from '../../../ui/list/scroll-area.tsx'
import { QueryState } from '../../../ui/state/query-state.tsx'
import { EmptyState } from '../../../ui/state/states.tsx'
import { useFolderPath } from '../list/items-query.ts'
import { type ExpectedState, STATES, useExpected } from './expected-query.ts'
import { ExpectedRow } from './expected-row.tsx'
import { type ExpectedCaller, type UploadAs, useExpectedActions } from './use-expected-actions.tsx'

interface ExpectedDialogProps {
  readonly caller: ExpectedCaller
  readonly folder: number
  readonly onUpload: UploadAs | undefined
  readonly onClose: () => void
}

export function ExpectedDialog({ caller, folder, onUpload, onClose }: ExpectedDialogProps) {
  const { t } = useTranslation()
  const { roomId } = caller
  const id = useId()
  const close = useRef<HTMLButtonElement>(null)
  const [state, setState] = useState<ExpectedState>('missing')
  const query = useExpected(roomId, { folder, isDeep: true, state })
  const actions = useExpectedActions(caller, folder, onUpload)
  const blockedBecause = usePhaseBlock('documents.write')
  const folderName = useFolderPath(roomId, folder)?.at(-1)?.folderName ?? t('documents.root')
  const { rows = [], counts } = query.data ?? {}
  const matching =
    counts &&
    { missing: counts.missing, received: counts.total - counts.missing, all: counts.total }[state]
  return (
    <Modal
      size="wide"
      labelledBy={`${id}-title`}
      describedBy={`${id}-help`}
      initialFocus={close}
      onDismiss={onClose}
    >
      <h2 id={`${id}-title`} className="title">
        {t('expected.title')}
      </h2>
      <p id={`${id}-help`} className="modal-text meta">
        {t('expected.help', { folder: folderName })}
      </p>
      <div className="expected-bar">
        <Segments
          label={t('expected.state')}
          names={STATES}
          chosen={state}
          textOf={(each) => t(`expected.state_${each}`)}
          onChoose={setState}
        />
        <p className="meta numbers" role="status">
          {counts && counts.total > 0 && t('expected.counts', { ...counts })}
        </p>
      </div>
      <ScrollArea className="expected-all" label={t('expected.list')}>
        <QueryState query={query} count={6} />
        {query.data && rows.length === 0 && (
          <EmptyState
            icon={FileClock}
            text={t(counts?.total === 0 ? 'expected.none' : `expected.none_${state}`)}
          />
        )}
        {rows.length > 0 && (
          <ul className="expected-list">
            {rows.map((row) => (
              <ExpectedRow
                key={row.id}
                row={row}
                actions={actions}
                place={
                  row.parent === folder ? undefined : (
                    <span className="expected-place">{row.folder || t('documents.root')}</span>
                  )
                }
              />
            ))}
          </ul>
        )}
        {matching !== undefined && matching > rows.length && query.data && (
          <p className="meta expected-hint">
            {t('expected.more', { limit: LIMITS.expectedShown })}
          </p>
        )}
      </ScrollArea>
      <div className="modal-buttons">
        <Button icon={ListPlus} blockedBecause={blockedBecause} onClick={actions.add}>
          {t('expected.addMenu')}
        </Button>
        <Button ref={close} variant="primary" onClick={onClose}>
          {t('common.close')}
        </Button>
      </div>
      {actions.layer}
    </Modal>
  )
}
