import './files.css'
import { FilePlus, X } from 'lucide-react'
import type { Dispatch, SetStateAction } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { ACCEPTED_FILES } from '../../../lib/accepted-files.ts'
import { formatSize } from '../../../lib/format.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { IconButton } from '../../../ui/button.tsx'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { FileButton } from '../../../ui/field/file-button.tsx'
import { FileName } from '../../../ui/list/file-name.tsx'

interface FilePickerProps {
  readonly files: readonly File[]
  readonly onFiles: Dispatch<SetStateAction<readonly File[]>>
}

const keyOf = ({ name, size, lastModified }: File): string => [name, size, lastModified].join('/')

export function FilePicker({ files, onFiles }: FilePickerProps) {
  const { t } = useTranslation()
  const dialogs = useDialogs()
  const add = (file: File) => {
    const { name } = file
    if (file.size > LIMITS.threadFileBytes)
      return void dialogs.alert({ tone: 'check', text: t('questions.fileTooLarge', { name }) })
    const isKnown = (now: readonly File[]) => now.some((each) => keyOf(each) === keyOf(file))
    onFiles((now) => (now.length === LIMITS.threadFiles || isKnown(now) ? now : [...now, file]))
  }
  return (
    <div className="file-picker">
      {files.length > 0 && (
        <ul aria-label={t('questions.files')}>
          {files.map((file) => (
            <li key={keyOf(file)}>
              <span className="file-name" title={file.name}>
                <FileName name={file.name} />
              </span>
              <span className="meta numbers">{formatSize(file.size)}</span>
              <IconButton
                size="small"
                icon={X}
                label={t('questions.fileRemove', { name: file.name })}
                onClick={() => onFiles(files.filter((each) => each !== file))}
              />
            </li>
          ))}
        </ul>
      )}
      <FileButton
        icon={FilePlus}
        label={t('questions.fileAdd')}
        accept={ACCEPTED_FILES}
        isMultiple
        blockedBecause={
          files.length === LIMITS.threadFiles
            ? t('questions.fileMost', { count: LIMITS.threadFiles })
            : undefined
        }
        onFile={add}
      />
    </div>
  )
}

export function formWith(data: object, files: readonly File[]): FormData {
  const form = new FormData()
  form.append('data', JSON.stringify(data))
  for (const file of files) form.append('file', file)
  return form
}
