import { Paperclip, X } from 'lucide-react'
import { ACCEPTED_FILES } from '../../lib/accepted-files.ts'
import { formatSize } from '../../lib/format.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { IconButton } from '../../ui/button.tsx'
import { FileButton } from '../../ui/field/file-button.tsx'
import { FileName } from '../../ui/list/file-name.tsx'

interface AttachmentFieldProps {
  readonly file: File | undefined
  readonly isLinked: boolean
  readonly onChoose: (file: File | undefined) => void
}

export function AttachmentField({ file, isLinked, onChoose }: AttachmentFieldProps) {
  const { t } = useTranslation()
  return (
    <div>
      <div className="message-attachment">
        <FileButton
          icon={Paperclip}
          label={t('messages.attach')}
          accept={ACCEPTED_FILES}
          onFile={onChoose}
        />
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
      <p className="message-linked meta" role="status">
        {isLinked && t('messages.linked')}
      </p>
    </div>
  )
}
