import { Upload } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { useDialogs } from '../../../ui/dialogs.tsx'
import { UploadDialog } from './upload-dialog.tsx'

interface UploadButtonProps {
  readonly roomId: number
  readonly onUploaded: (templateId: number) => void
  /** Takes what is dropped anywhere on the screen. */
  readonly takesDrops?: boolean
}

const isPdf = ({ name, type }: File): boolean => type === 'application/pdf' || /\.pdf$/i.test(name)

/** Takes a PDF that is to be signed, by the system's dialog or dropped. */
export function UploadButton({ roomId, onUploaded, takesDrops = false }: UploadButtonProps) {
  const { t } = useTranslation()
  const dialogs = useDialogs()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const take = useEffectEvent((files: readonly File[]) => {
    const [first] = files
    if (!first) return
    if (files.length > 1) void dialogs.alert({ tone: 'check', text: t('compose.oneFile') })
    else if (isPdf(first)) setFile(first)
    else void dialogs.alert({ tone: 'check', text: t('compose.onlyPdf') })
  })
  useEffect(() => {
    if (!takesDrops) return
    const over = (event: DragEvent) => event.preventDefault()
    const drop = (event: DragEvent) => {
      event.preventDefault()
      take([...(event.dataTransfer?.files ?? [])])
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
      <input
        ref={input}
        type="file"
        hidden
        accept="application/pdf,.pdf"
        aria-label={t('compose.upload')}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          currentTarget.value = ''
          const [first] = files
          if (first && isPdf(first)) setFile(first)
          else if (first) void dialogs.alert({ tone: 'check', text: t('compose.onlyPdf') })
        }}
      />
      <Button variant="primary" icon={Upload} onClick={() => input.current?.click()}>
        {t('compose.upload')}
      </Button>
      {file && <UploadDialog roomId={roomId} file={file} onUploaded={onUploaded} onClose={() => setFile(undefined)} />}
    </>
  )
}
