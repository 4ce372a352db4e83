import { Check, Folder, Pause, Play, RotateCw, X } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { IconButton } from '../../../ui/button.tsx'
import { FileIcon } from '../../../ui/list/file-icon.tsx'
import { FileName } from '../../../ui/list/file-name.tsx'
import { ProgressBar } from '../../../ui/state/progress-bar.tsx'
import { FocusKeeper } from '../choose/focus-keeper.tsx'
import type { UploadEntry } from '../queue/upload-entry.ts'
import type { UploadQueue } from '../queue/upload-queue.ts'

interface UploadRowProps {
  readonly entry: UploadEntry
  readonly queue: UploadQueue
}

export const UploadRow = memo(function UploadRow({ entry, queue }: UploadRowProps) {
  const { path, size, sent, state, isFolder } = entry
  const share = sent / Math.max(size, 1)
  const isMoving =
    state === 'sending' ||
    state === 'saving' ||
    ((state === 'paused' || state === 'waiting') && sent > 0)
  return (
    <>
      {isFolder ? <Folder className="upload-row-folder" /> : <FileIcon name={path} />}
      <span className="file-name" data-tip={path}>
        <FileName name={path} />
      </span>
      <RowState entry={entry} share={share} />
      <RowActions entry={entry} queue={queue} />
      {isMoving && <ProgressBar label={path} share={share} />}
      <RowNote entry={entry} />
    </>
  )
})

function RowState({ entry, share }: { readonly entry: UploadEntry; readonly share: number }) {
  const { t } = useTranslation()
  const { state } = entry
  if (state === 'failed' || state === 'refused') return null
  if (state === 'done') {
    return (
      <span className="upload-row-done">
        <Check />
        <span className="hidden">{t('uploads.done')}</span>
      </span>
    )
  }
  // A shared request sends its first files before the others.
  if (state !== 'sending' || share >= 1)
    return <span className="meta">{t(`uploads.${state === 'sending' ? 'saving' : state}`)}</span>
  return <span className="meta numbers">{Math.floor(share * 100)}%</span>
}

function RowNote({ entry }: { readonly entry: UploadEntry }) {
  const { t } = useTranslation()
  const { state, isFolder, reason = '', isUnreadable, storedAs, resumedIn } = entry
  if (isUnreadable) return <Note>{t('uploads.gone')}</Note>
  if (state === 'failed')
    return (
      <Note>{t(isFolder ? 'uploads.folderFailed' : 'uploads.failed', { detail: reason })}</Note>
    )
  if (state === 'refused') return <Note>{reason}</Note>
  if (storedAs !== undefined) return <Note>{t('uploads.storedAs', { name: storedAs })}</Note>
  if (resumedIn !== undefined)
    return (
      <Note>
        {t('uploads.resumedIn', { folder: resumedIn === '' ? t('documents.root') : resumedIn })}
      </Note>
    )
  return null
}

const Note = ({ children }: { readonly children: ReactNode }) => (
  <span className="upload-row-note meta">{children}</span>
)

const CAN_PAUSE: readonly UploadEntry['state'][] = ['checking', 'waiting', 'sending']

function RowActions({ entry, queue }: UploadRowProps) {
  const { t } = useTranslation()
  const { id, path: name, state } = entry
  const isPaused = state === 'paused'
  const canCancel = isPaused || CAN_PAUSE.includes(state)
  if (!canCancel && state !== 'failed' && state !== 'canceled') return null
  return (
    <FocusKeeper>
      {canCancel && (
        <IconButton
          icon={isPaused ? Play : Pause}
          size="small"
          label={t(isPaused ? 'uploads.resumeFile' : 'uploads.pauseFile', { name })}
          tip={t(isPaused ? 'uploads.resume' : 'uploads.pause')}
          onClick={() => (isPaused ? queue.resumeFile(id) : queue.pauseFile(id))}
        />
      )}
      <IconButton
        icon={canCancel ? X : RotateCw}
        size="small"
        label={t(canCancel ? 'uploads.cancelFile' : 'uploads.retryFile', { name })}
        tip={t(canCancel ? 'uploads.cancel' : 'common.retry')}
        onClick={() => (canCancel ? queue.cancelFile(id) : queue.retryFile(id))}
      />
    </FocusKeeper>
  )
}
