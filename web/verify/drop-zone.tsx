import { FileCheck, FolderOpen, Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../lib/i18n.ts'
import { Button } from '../ui/button.tsx'

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

export function DropZone({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const isOver = useDrop(onFiles)
  const take = (chosen: HTMLInputElement) => {
    const files = [...(chosen.files ?? [])]
    chosen.value = ''
    if (files.length > 0) onFiles(files)
  }
  return (
    <div className="verify-drop" data-over={isOver || undefined}>
      <FileCheck aria-hidden="true" />
      <p>{t('verify.drop')}</p>
      <p className="meta">{t('verify.dropHelp')}</p>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('verify.choose')}
        onChange={({ currentTarget }) => take(currentTarget)}
      />
      <input
        ref={folder}
        type="file"
        {...{ webkitdirectory: '' }}
        hidden
        aria-label={t('verify.chooseFolder')}
        onChange={({ currentTarget }) => take(currentTarget)}
      />
      <Button variant="primary" icon={Upload} onClick={() => input.current?.click()}>
        {t('verify.choose')}
      </Button>
      <Button variant="quiet" icon={FolderOpen} onClick={() => folder.current?.click()}>
        {t('verify.chooseFolder')}
      </Button>
    </div>
  )
}

/** Files dropped elsewhere must not replace the page. */
function useDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  const take = useRef(onFiles)
  useEffect(() => {
    take.current = onFiles
  })
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length > 0) take.current(files)
    }
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
    }
  }, [])
  return isOver
}
