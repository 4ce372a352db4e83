import './own-activity-dialog.css'
import { useId, useRef, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/dialog/modal.tsx'
import { DownloadButton } from './export/download-button.tsx'
import { useListExport } from './export/use-list-export.tsx'
import { type ActivityFilter, isFiltered } from './list/activity-filter.ts'
import { ActivityList } from './list/activity-list.tsx'
import { useActivity } from './list/activity-query.ts'
import { FilterBar } from './list/filter-bar.tsx'

export function OwnActivityDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const close = useRef<HTMLButtonElement>(null)
  const [filter, setFilter] = useState<ActivityFilter>({})
  const activity = useActivity('own', filter)
  const exporting = useListExport('own', filter)
  return (
    <Modal
      size="wide"
      labelledBy={`${id}-title`}
      describedBy={`${id}-help`}
      initialFocus={close}
      onDismiss={onClose}
    >
      <div className="own-activity-head">
        <h2 id={`${id}-title`} className="title">
          {t('sessions.activity')}
        </h2>
        <span className="meta numbers" role="status">
          {activity.total !== undefined && t('activity.total', { count: activity.total })}
        </span>
      </div>
      <p id={`${id}-help`} className="meta">
        {t('activity.ownHelp')}
      </p>
      <div className="own-activity">
        <FilterBar filter={filter} onFilter={setFilter} />
        <ActivityList
          scope="own"
          activity={activity}
          hasActors={false}
          emptyText={t('activity.ownEmpty')}
          onClear={isFiltered(filter) ? () => setFilter({}) : undefined}
        />
      </div>
      <div className="modal-buttons">
        <DownloadButton
          isBusy={exporting.isRunning}
          onSave={(format) => void exporting.save(format)}
        />
        <Button ref={close} variant="primary" onClick={onClose}>
          {t('common.close')}
        </Button>
      </div>
      {exporting.progress}
    </Modal>
  )
}
