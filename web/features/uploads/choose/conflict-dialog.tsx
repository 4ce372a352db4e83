import './conflict-dialog.css'
import { type MouseEvent, useId, useRef, useState } from 'react'
import { formatInstant, formatSize } from '../../../lib/format.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { FileIcon } from '../../../ui/list/file-icon.tsx'
import { FileName } from '../../../ui/list/file-name.tsx'
import type { Choice } from '../queue/upload-job.ts'
import type { UploadQueue } from '../queue/upload-queue.ts'
import type { Question } from './name-check.ts'

interface ConflictDialogProps {
  readonly queue: UploadQueue
  readonly question: Question
}

export function ConflictDialog({ queue, question: { job, taken, others } }: ConflictDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const safe = useRef<HTMLButtonElement>(null)
  const [isForAll, setIsForAll] = useState(false)
  const answer = (choice: Choice) => (event: MouseEvent) => {
    // A double click would also answer for the next, unseen file.
    if (event.detail > 1) return
    queue.answer(choice, isForAll)
    setIsForAll(false)
  }
  return (
    <Modal
      labelledBy={`${id}-title`}
      describedBy={`${id}-text`}
      initialFocus={safe}
      onDismiss={() => queue.cancelQuestions()}
    >
      <h2 id={`${id}-title`} className="title">
        {t('uploads.conflict')}
      </h2>
      <div id={`${id}-text`} aria-live="polite">
        <p className="conflict-name">
          <FileIcon name={job.path} />
          <span className="file-name" data-tip={job.path}>
            <FileName name={job.path} />
          </span>
        </p>
        <div className="conflict-sides">
          <Side
            label={t('uploads.conflictNew')}
            size={job.size}
            changedAt={job.file.lastModified}
          />
          <Side
            label={t('uploads.conflictStored')}
            size={taken.size}
            changedAt={taken.uploadedAt}
          />
        </div>
      </div>
      <p className="meta">{t('uploads.conflictVersions')}</p>
      {others > 0 && (
        <label className="conflict-all">
          <input
            type="checkbox"
            checked={isForAll}
            onChange={(event) => setIsForAll(event.currentTarget.checked)}
          />
          {t('uploads.conflictAll', { count: others })}
        </label>
      )}
      <div className="modal-buttons conflict-buttons">
        <Button variant="quiet" onClick={() => queue.cancelQuestions()}>
          {t('common.cancel')}
        </Button>
        <Button onClick={answer('skip')}>{t('uploads.skip')}</Button>
        <Button onClick={answer('replace')}>{t('uploads.replace')}</Button>
        <Button ref={safe} variant="primary" onClick={answer('keep')}>
          {t('uploads.keep')}
        </Button>
      </div>
    </Modal>
  )
}

interface SideProps {
  readonly label: string
  readonly size: number
  readonly changedAt: string | number
}

function Side({ label, size, changedAt }: SideProps) {
  const { language } = useTranslation()
  return (
    <p className="conflict-side">
      <span className="meta">{label}</span>
      <strong className="numbers">{formatSize(size)}</strong>
      <span className="meta numbers">{formatInstant(changedAt, language)}</span>
    </p>
  )
}
