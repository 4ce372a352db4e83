import { Upload } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { usePhaseBlock } from '../../../room/room-access.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { FileButton } from '../../../ui/field/file-button.tsx'
import { UploadDialog } from './upload-dialog.tsx'

interface UploadButtonProps {
  readonly roomId: number
  readonly onUploaded: (templateId: number) => void
  readonly takesDrops?: boolean
}

const isPdf = ({ name, type }: File): boolean => type === 'application/pdf' || /\.pdf$/i.test(name)

export function UploadButton({ roomId, onUploaded, takesDrops = false }: UploadButtonProps) {
  const { t } = useTranslation()
  const dialogs = useDialogs()
  const [file, setFile] = useState<File>()
  const blockedBecause = usePhaseBlock('compose.write')
  const take = (files: readonly File[]) => {
    const [first] = files
    if (!first) return
    if (blockedBecause !== undefined) void dialogs.alert({ tone: 'check', text: blockedBecause })
    // A dropped file must not replace the file in the open dialog.
    else if (file || files.length > 1)
      void dialogs.alert({ tone: 'check', text: t('compose.oneFile') })
    else if (isPdf(first)) setFile(first)
    else void dialogs.alert({ tone: 'check', text: t('compose.onlyPdf') })
  }
  const takeDropped = useEffectEvent(take)
  useEffect(() => {
    if (!takesDrops) return
    const over = (event: DragEvent) => event.preventDefault()
    const drop = (event: DragEvent) => {
      event.preventDefault()
      takeDropped([...(event.dataTransfer?.files ?? [])])
    }
    document.addEventListener('dragover', over)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('dragover', over)
      document.removeEventListener('drop', drop)
    }
  }, [takesDrops])
  return (
    <>
      <FileButton
        variant="primary"
        size="medium"
        icon={Upload}
        label={t('compose.upload')}
        blockedBecause={blockedBecause}
        accept="application/pdf,.pdf"
        onFile={(chosen) => take([chosen])}
      />
      {file && (
        <UploadDialog
          roomId={roomId}
          file={file}
          onUploaded={onUploaded}
          onClose={() => setFile(undefined)}
        />
      )}
    </>
  )
}
