import { useQuery } from '@tanstack/react-query'
import { FileX, Hourglass } from 'lucide-react'
import { type RefObject, useId, useRef, useState } from 'react'
import { READING_ERRORS } from '../../../../contract/core/errors/errors-of-reading.ts'
import { PAGE_WIDTHS } from '../../../../contract/core/limits.ts'
import { isPreviewPending, UNVIEWABLE } from '../../../../contract/features/documents.ts'
import { filePage } from '../../../../contract/features/threads/thread-files.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useObjectUrl } from '../../../lib/browser/use-object-url.ts'
import { useLanguage, useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { ScrollArea } from '../../../ui/list/scroll-area.tsx'
import { useWhenNear } from '../../../ui/list/use-when-near.ts'
import { QueryState } from '../../../ui/state/query-state.tsx'
import { EmptyState } from '../../../ui/state/states.tsx'
import { WaitingBar } from '../../../ui/state/waiting-bar.tsx'
import type { ThreadFile } from '../threads-query.ts'

const MOST_WIDTH = 860

/** Returns device pixels, from the steps that the server draws. */
const widthOf = (): number => {
  const wanted = Math.min(MOST_WIDTH, innerWidth) * devicePixelRatio
  return PAGE_WIDTHS.find((step) => step >= wanted) ?? PAGE_WIDTHS.at(-1) ?? wanted
}

const numbered = ({ pages }: ThreadFile) =>
  pages.map(({ width, height }, index) => ({ page: index + 1, ratio: width / height }))

interface FileViewerProps {
  readonly file: ThreadFile
  readonly onClose: () => void
}

/** The server draws the pages with the reader's watermark. */
export function FileViewer({ file, onClose }: FileViewerProps) {
  const { t } = useTranslation()
  const id = useId()
  const close = useRef<HTMLButtonElement>(null)
  const pages = useRef<HTMLElement>(null)
  const [width] = useState(widthOf)
  return (
    <Modal labelledBy={`${id}-title`} size="wide" initialFocus={close} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title file-viewer-title">
        {file.name}
      </h2>
      {file.status === 'READY' ? (
        <ScrollArea ref={pages} className="file-viewer" label={t('questions.filePages')}>
          {numbered(file).map(({ page, ratio }) => (
            <Page key={page} file={file} page={page} ratio={ratio} width={width} scroller={pages} />
          ))}
        </ScrollArea>
      ) : (
        <Unshown status={file.status} />
      )}
      <div className="modal-buttons">
        <Button ref={close} variant="primary" onClick={onClose}>
          {t('common.close')}
        </Button>
      </div>
    </Modal>
  )
}

function Unshown({ status }: { readonly status: Exclude<ThreadFile['status'], 'READY'> }) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const isPending = isPreviewPending(status)
  return (
    <div role="status">
      <EmptyState
        icon={isPending ? Hourglass : FileX}
        text={isPending ? t('questions.fileMaking') : READING_ERRORS[UNVIEWABLE[status]][language]}
        action={isPending && <WaitingBar />}
      />
    </div>
  )
}

interface PageProps {
  readonly file: ThreadFile
  readonly page: number
  readonly ratio: number
  readonly width: number
  readonly scroller: RefObject<HTMLElement | null>
}

function Page({ file, page, ratio, width, scroller }: PageProps) {
  const { t } = useTranslation()
  const api = useApi()
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useWhenNear({ place, scroller, isWaiting: !isNear, onNear: () => setNear(true) })
  const query = useQuery({
    queryKey: ['thread-file', file.id, page, width],
    enabled: isNear,
    // Images leave memory when the dialog closes.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      api.bytes(
        filePage,
        { params: { id: file.id, page: String(page) }, query: { width: String(width) } },
        { signal },
      ),
  })
  const url = useObjectUrl(query.data)
  return (
    <div ref={place} className="file-page" style={{ aspectRatio: ratio }}>
      {url === undefined ? (
        <QueryState query={query} count={3} />
      ) : (
        <img src={url} alt={t('questions.filePage', { page, count: file.pages.length })} />
      )}
    </div>
  )
}
