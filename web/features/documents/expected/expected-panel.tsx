import './expected.css'
import { ListPlus } from 'lucide-react'
import { useState } from 'react'
import type { ExpectedCounts } from '../../../../contract/features/documents.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { FailedQuery } from '../../../ui/state/query-state.tsx'
import { useExpected } from './expected-query.ts'
import { ExpectedRow } from './expected-row.tsx'
import { type ExpectedCaller, type UploadAs, useExpectedActions } from './use-expected-actions.tsx'

interface ExpectedPanelProps {
  readonly caller: ExpectedCaller
  readonly folder: number
  readonly counts: ExpectedCounts
  readonly onUpload: UploadAs | undefined
  readonly onShowAll: () => void
}

const SHOWN = 4

export function ExpectedPanel({ caller, folder, counts, onUpload, onShowAll }: ExpectedPanelProps) {
  const { t } = useTranslation()
  const { roomId } = caller
  const [isUnfolded, setUnfolded] = useState(false)
  const query = useExpected(roomId, { folder, isDeep: false, state: 'missing' })
  const actions = useExpectedActions(caller, folder, onUpload)
  const rows = query.data?.rows ?? []
  const missingHere = query.data?.counts.missing ?? 0
  const shown = isUnfolded ? rows : rows.slice(0, SHOWN)
  return (
    <section className="expected" aria-label={t('expected.title')}>
      <div className="expected-head">
        <h2 className="expected-title">{t('expected.title')}</h2>
        <p className="meta numbers" role="status">
          {counts.missing === 0
            ? t('expected.allReceived', { count: counts.total })
            : t('expected.counts', { ...counts })}
        </p>
        <div className="expected-tools">
          {counts.missing > missingHere && query.data && (
            <span className="meta numbers">
              {t('expected.below', { count: counts.missing - missingHere })}
            </span>
          )}
          <Button size="small" variant="quiet" icon={ListPlus} onClick={onShowAll}>
            {t('expected.showAll')}
          </Button>
        </div>
      </div>
      {query.isError && <FailedQuery query={query} />}
      {shown.length > 0 && (
        <ul className="expected-list">
          {shown.map((row) => (
            <ExpectedRow key={row.id} row={row} actions={actions} />
          ))}
        </ul>
      )}
      {rows.length > SHOWN && (
        <Button
          size="small"
          variant="quiet"
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {isUnfolded ? t('expected.fold') : t('expected.unfold', { count: missingHere - SHOWN })}
        </Button>
      )}
      {actions.layer}
    </section>
  )
}
