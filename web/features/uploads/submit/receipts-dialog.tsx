import './submit.css'
import { Inbox } from 'lucide-react'
import { useId } from 'react'
import { formatInstant, formatSize } from '../../../lib/format.ts'
import { useLanguage, useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal, ModalClose } from '../../../ui/dialog/modal.tsx'
import { FileIcon } from '../../../ui/list/file-icon.tsx'
import { ScrollArea } from '../../../ui/list/scroll-area.tsx'
import { QueryState } from '../../../ui/state/query-state.tsx'
import { EmptyState } from '../../../ui/state/states.tsx'
import type { DropTarget } from '../choose/drop-target.ts'
import { useReceipts } from './receipts-query.ts'

interface ReceiptsDialogProps {
  readonly roomId: number
  readonly folder: DropTarget
  readonly onClose: () => void
}

/** The files' status is for operators only. */
export function ReceiptsDialog({ roomId, folder, onClose }: ReceiptsDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const query = useReceipts(roomId, folder.id)
  return (
    <Modal labelledBy={`${id}-title`} describedBy={`${id}-help`} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {t('submissions.receipts')}
      </h2>
      <p id={`${id}-help`} className="receipts-help meta">
        {t('submissions.receiptsHelp', { folder: folder.name })}
      </p>
      {!query.data && <QueryState query={query} count={3} />}
      {query.data?.length === 0 && <EmptyState icon={Inbox} text={t('submissions.noReceipts')} />}
      {query.data && query.data.length > 0 && <Receipts query={query} />}
      <ModalClose onClick={onClose}>{t('common.close')}</ModalClose>
    </Modal>
  )
}

function Receipts({ query }: { readonly query: ReturnType<typeof useReceipts> }) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  return (
    <ScrollArea className="receipts" label={t('submissions.receipts')}>
      <ul>
        {query.data?.map(({ id, name, size, submittedAt }) => (
          <li key={id} className="receipt">
            <FileIcon name={name} />
            <span className="receipt-name">{name}</span>
            <span className="meta numbers">{`${formatInstant(submittedAt, language)} · ${formatSize(size)}`}</span>
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <div className="receipts-more">
          <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('submissions.more')}
          </Button>
        </div>
      )}
    </ScrollArea>
  )
}
