import { FileCheck, Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../lib/i18n.ts'
import { Button } from '../ui/button.tsx'

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

/** Takes files: dropped anywhere on the page, or by the system's dialog. */
export function DropZone({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const isOver = useDrop(onFiles)
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
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // So that the same file can be chosen again.
          currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
      <Button variant="primary" icon={Upload} onClick={() => input.current?.click()}>
        {t('verify.choose')}
      </Button>
    </div>
  )
}

/** A file that misses the zone must not replace the page. */
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
