import './submit.css'
import { Inbox, ListChecks, Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { EXTENSIONS } from '../../../../contract/core/limits.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import type { PickedFile } from '../choose/check-file.ts'
import { DropArea } from '../choose/drop-area.tsx'
import type { DropTarget } from '../choose/drop-target.ts'
import { FileInput } from '../choose/file-input.tsx'
import { useAddFiles } from '../choose/use-add-files.tsx'
import { preloadUploads } from '../panel/upload-card.tsx'
import type { UploadQueue } from '../queue/upload-queue.ts'
import { ReceiptsDialog } from './receipts-dialog.tsx'

interface SubmitPanelProps {
  readonly roomId: number
  readonly queue: UploadQueue
  readonly folder: DropTarget
  readonly blockedBecause: string | undefined
}

const isInFolder = ({ path, isFolder }: PickedFile): boolean =>
  isFolder === true || path.includes('/')

export function SubmitPanel({ roomId, queue, folder, blockedBecause }: SubmitPanelProps) {
  const { t } = useTranslation()
  const dialogs = useDialogs()
  const input = useRef<HTMLInputElement>(null)
  const [showsReceipts, setShowsReceipts] = useState(false)
  const add = useAddFiles(queue, undefined)
  useEffect(() => {
    preloadUploads()
    void queue.lookForUnfinished()
  }, [queue])
  const submit = (files: readonly PickedFile[]) => {
    if (files.some(isInFolder))
      return void dialogs.alert({ tone: 'check', text: t('submissions.noFolders') })
    add(files, folder.id)
  }
  return (
    <section className="submit-panel" aria-label={t('submissions.title')}>
      <Inbox />
      <div className="submit-text">
        <p>{t('submissions.help')}</p>
        <p className="meta">{t('submissions.hint', { extensions: EXTENSIONS.join(', ') })}</p>
      </div>
      <div className="submit-tools">
        <FileInput ref={input} label={t('submissions.submit')} onFiles={submit} />
        <Button icon={ListChecks} onClick={() => setShowsReceipts(true)}>
          {t('submissions.receipts')}
        </Button>
        <Button
          variant="primary"
          icon={Upload}
          blockedBecause={blockedBecause}
          onClick={() => input.current?.click()}
        >
          {t('submissions.submit')}
        </Button>
      </div>
      <DropArea
        folder={folder}
        title={t('submissions.drop', { folder: folder.name })}
        hint={t('submissions.hint', { extensions: EXTENSIONS.join(', ') })}
        blockedBecause={blockedBecause}
        onFiles={submit}
      />
      {showsReceipts && (
        <ReceiptsDialog roomId={roomId} folder={folder} onClose={() => setShowsReceipts(false)} />
      )}
    </section>
  )
}
