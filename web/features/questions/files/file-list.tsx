import './files.css'
import { Download } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { isPreviewPending } from '../../../../contract/features/documents.ts'
import { file as fileOf } from '../../../../contract/features/threads/thread-files.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { saveFile } from '../../../lib/browser/save-file.ts'
import { formatSize } from '../../../lib/format.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/list/chip.tsx'
import { FileIcon } from '../../../ui/list/file-icon.tsx'
import { FileName } from '../../../ui/list/file-name.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import type { ThreadFile } from '../threads-query.ts'

const FileViewer = lazy(() =>
  import('./file-viewer.tsx').then(({ FileViewer }) => ({ default: FileViewer })),
)

interface FileListProps {
  readonly files: readonly ThreadFile[]
  readonly canDownload: boolean
}

export function FileList({ files, canDownload }: FileListProps) {
  const { t } = useTranslation()
  const [shownId, setShownId] = useState<string>()
  const shown = files.find(({ id }) => id === shownId)
  const [fetching, setFetching] = useState<string>()
  const fetchFile = useFetchFile()
  const save = async (file: ThreadFile) => {
    setFetching(file.id)
    await fetchFile(file)
    setFetching(undefined)
  }
  if (files.length === 0) return null
  return (
    <>
      <ul className="thread-files" aria-label={t('questions.files')}>
        {files.map((file) => (
          <li key={file.id}>
            <FileIcon name={file.name} />
            <button
              type="button"
              className="thread-file file-name"
              aria-haspopup="dialog"
              aria-label={file.name}
              onClick={() => setShownId(file.id)}
            >
              <FileName name={file.name} />
            </button>
            <span className="meta numbers">{formatSize(file.size)}</span>
            {file.status !== 'READY' && (
              <Chip
                text={t(
                  isPreviewPending(file.status)
                    ? 'questions.fileConverting'
                    : 'questions.fileUnshown',
                )}
              />
            )}
            {canDownload && (
              <IconButton
                size="small"
                icon={Download}
                isBusy={fetching === file.id}
                label={t('questions.fileDownload', { name: file.name })}
                onClick={() => void save(file)}
              />
            )}
          </li>
        ))}
      </ul>
      {shown && (
        <Suspense>
          <FileViewer file={shown} onClose={() => setShownId(undefined)} />
        </Suspense>
      )}
    </>
  )
}

/** Watermarked images are JPEGs, whatever their original type. */
const nameOf = (name: string, type: string): string =>
  type === 'image/jpeg' && !/\.jpe?g$/i.test(name) ? name.replace(/\.[^.]*$/, '.jpg') : name

function useFetchFile() {
  const api = useApi()
  const alertError = useErrorAlert()
  return async ({ id, name }: ThreadFile): Promise<void> => {
    try {
      const bytes = await api.bytes(fileOf, { params: { id } })
      saveFile(new File([bytes], nameOf(name, bytes.type), { type: bytes.type }))
    } catch (error) {
      await alertError(error)
    }
  }
}
