import { X } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { FileIcon } from '../../../ui/list/file-icon.tsx'
import { FileName } from '../../../ui/list/file-name.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import type { PickedFile } from '../choose/check-file.ts'
import { FileInput } from '../choose/file-input.tsx'
import { FocusKeeper } from '../choose/focus-keeper.tsx'
import type { Unfinished } from '../queue/upload-job.ts'
import type { UploadQueue } from '../queue/upload-queue.ts'

/** Pages cannot open files, so the user chooses again. */
export function UnfinishedRow({
  queue,
  unfinished,
}: {
  readonly queue: UploadQueue
  readonly unfinished: Unfinished
}) {
  const { t } = useTranslation()
  const dialogs = useDialogs()
  const alertError = useErrorAlert('error')
  const input = useRef<HTMLInputElement>(null)
  const { upload, path, folder, offset, size } = unfinished

  const resume = (files: readonly PickedFile[]) => {
    if (!files.some((picked) => queue.resumeUnfinished(upload, picked)))
      void dialogs.alert({ tone: 'check', text: t('uploads.wrongFile') })
  }
  const discard = async () => {
    const text = t('uploads.discardConfirm', { name: path })
    if (
      !(await dialogs.confirm({
        tone: 'check',
        text,
        confirmLabel: t('uploads.discard'),
        isDangerous: true,
      }))
    )
      return
    await queue.discardUnfinished(upload).catch(alertError)
  }
  const place = folder === '' ? t('documents.root') : folder
  return (
    <>
      <FileIcon name={path} />
      <span className="file-name" data-tip={path}>
        <FileName name={path} />
      </span>
      <FileInput
        ref={input}
        label={t('uploads.resumeFile', { name: path })}
        isSingle
        onFiles={resume}
      />
      <FocusKeeper>
        <Button
          size="small"
          aria-label={t('uploads.resumeFile', { name: path })}
          onClick={() => input.current?.click()}
        >
          {t('uploads.resume')}
        </Button>
        <IconButton
          icon={X}
          size="small"
          label={t('uploads.discardFile', { name: path })}
          tip={t('uploads.discard')}
          onClick={() => void discard()}
        />
      </FocusKeeper>
      <span className="upload-row-note meta numbers">
        {t('uploads.arrived', { folder: place, percent: Math.floor((offset / size) * 100) })}
      </span>
    </>
  )
}
