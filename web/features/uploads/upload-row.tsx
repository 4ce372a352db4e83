import { Check, RotateCw, X } from 'lucide-react'
import { memo, type ReactNode, useLayoutEffect, useRef } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { IconButton } from '../../ui/button.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { FileName } from '../../ui/file-name.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import type { UploadEntry } from './upload-entry.ts'
import type { UploadQueue } from './upload-queue.ts'

interface UploadRowProps {
  readonly entry: UploadEntry
  readonly queue: UploadQueue
}

/** One file. An entry is a new object when it changes, so that only rows of files that move are drawn again. */
export const UploadRow = memo(function UploadRow({ entry, queue }: UploadRowProps) {
  const { path, size, sent, state } = entry
  const share = sent / Math.max(size, 1)
  const isMoving = state === 'sending' || state === 'saving'
  return (
    <li className="upload-row" data-state={state}>
      <FileIcon name={path} />
      <span className="file-name" data-tip={path}>
        <FileName name={path} />
      </span>
      <RowState entry={entry} share={share} />
      <RowAction entry={entry} queue={queue} />
      {isMoving && <ProgressBar label={path} share={share} />}
      <RowNote entry={entry} />
    </li>
  )
})

function RowState({ entry, share }: { readonly entry: UploadEntry; readonly share: number }) {
  const { t } = useTranslation()
  switch (entry.state) {
    case 'waiting':
      return <span className="meta">{t('uploads.waiting')}</span>
    case 'sending':
      // Of a request that carries several files the first ones have left before the last.
      return share < 1 ? (
        <span className="meta numbers">{Math.floor(share * 100)}%</span>
      ) : (
        <span className="meta">{t('uploads.saving')}</span>
      )
    case 'saving':
      return <span className="meta">{t('uploads.saving')}</span>
    case 'done':
      return (
        <span className="upload-row-done">
          <Check />
          <span className="hidden">{t('uploads.done')}</span>
        </span>
      )
    case 'canceled':
      return <span className="meta">{t('uploads.canceled')}</span>
    default:
      return null
  }
}

/** What else there is to say, below the name. */
function RowNote({ entry }: { readonly entry: UploadEntry }) {
  const { t } = useTranslation()
  const { state, reason = '', storedAs } = entry
  if (state === 'failed') return <Note>{t('uploads.failed', { detail: reason })}</Note>
  if (state === 'refused') return <Note>{reason}</Note>
  return storedAs === undefined ? null : <Note>{t('uploads.storedAs', { name: storedAs })}</Note>
}

const Note = ({ children }: { readonly children: ReactNode }) => <span className="upload-row-note meta">{children}</span>

/** What can be done about a file now. One button stands for both, so that it keeps the focus when one becomes the other. */
function RowAction({ entry, queue }: UploadRowProps) {
  const { t } = useTranslation()
  const { id, path, state } = entry
  const canCancel = state === 'waiting' || state === 'sending'
  if (!canCancel && state !== 'failed' && state !== 'canceled') return null
  return (
    <FocusKeeper>
      <IconButton
        icon={canCancel ? X : RotateCw}
        size="small"
        label={t(canCancel ? 'uploads.cancelFile' : 'uploads.retryFile', { name: path })}
        tip={t(canCancel ? 'uploads.cancel' : 'common.retry')}
        onClick={() => (canCancel ? queue.cancelFile(id) : queue.retryFile(id))}
      />
    </FocusKeeper>
  )
}

/** When what it holds goes away with the focus in it, the card takes the focus: the next key press goes on from there. */
function FocusKeeper({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const element = place.current
    return () => {
      if (element?.contains(document.activeElement)) element.closest<HTMLElement>('.upload-card')?.focus()
    }
  }, [])
  return (
    <span ref={place} className="upload-row-action">
      {children}
    </span>
  )
}
