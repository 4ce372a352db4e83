import { type ChangeEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { EXTENSIONS } from '../../../contract/core/limits.ts'
import { Icon } from '../../ui/icon.tsx'
import { pickedFrom } from './check-file.ts'
import { DropArea } from './drop-area.tsx'
import type { UploadQueue } from './upload-queue.ts'
import { useAddFiles } from './use-add-files.tsx'

interface UploadToolsProps {
  readonly queue: UploadQueue
  readonly folder: { readonly id: number; readonly name: string }
}

const ACCEPTED = EXTENSIONS.map((extension) => `.${extension}`).join(',')

/** Everything by which files come in: two buttons, and the whole page as a place to drop them. */
export function UploadTools({ queue, folder }: UploadToolsProps) {
  const { t } = useTranslation()
  const files = useRef<HTMLInputElement>(null)
  const tree = useRef<HTMLInputElement>(null)
  const add = useAddFiles(queue, folder.id)

  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget
    add(pickedFrom(input.files ?? []))
    // So that the same file can be picked again.
    input.value = ''
  }
  return (
    <>
      <input ref={files} type="file" multiple hidden accept={ACCEPTED} aria-label={t('uploads.files')} onChange={onChange} />
      <input
        ref={(input) => {
          // React's types do not know the attribute.
          input?.setAttribute('webkitdirectory', '')
          tree.current = input
        }}
        type="file"
        hidden
        aria-label={t('uploads.folder')}
        onChange={onChange}
      />
      <button type="button" className="button" onClick={() => tree.current?.click()}>
        <Icon name="folder" />
        {t('uploads.folder')}
      </button>
      <button type="button" className="button primary" onClick={() => files.current?.click()}>
        <Icon name="upload" />
        {t('uploads.files')}
      </button>
      <DropArea folderName={folder.name} onFiles={add} />
    </>
  )
}
