import { Paperclip, X } from 'lucide-react'
import { useRef } from 'react'
import { EXTENSIONS } from '../../../contract/core/limits.ts'
import { formatSize } from '../../lib/format.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { FileName } from '../../ui/file-name.tsx'

interface AttachmentFieldProps {
  readonly file: File | undefined
  readonly onChoose: (file: File | undefined) => void
}

/** The one file that may go along. */
export function AttachmentField({ file, onChoose }: AttachmentFieldProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="message-attachment">
      <input
        ref={input}
        type="file"
        hidden
        accept={EXTENSIONS.map((ext) => `.${ext}`).join(',')}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          // The same file can be chosen again after it was removed.
          currentTarget.value = ''
          if (chosen) onChoose(chosen)
        }}
      />
      <Button size="small" icon={Paperclip} onClick={() => input.current?.click()}>
        {t('messages.attach')}
      </Button>
      {file && (
        <>
          <span className="file-name" data-tip={file.name}>
            <FileName name={file.name} />
          </span>
          <span className="meta numbers">{formatSize(file.size)}</span>
          <IconButton
            size="small"
            icon={X}
            label={`${t('messages.detach')}: ${file.name}`}
            tip={t('messages.detach')}
            onClick={() => onChoose(undefined)}
          />
        </>
      )}
    </div>
  )
}
