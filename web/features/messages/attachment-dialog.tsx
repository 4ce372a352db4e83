import './attachment-dialog.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, FileX } from 'lucide-react'
import { useId } from 'react'
import { BASE_PATH } from '../../../contract/core/base-path.ts'
import type { PayloadOut } from '../../../contract/core/operation.ts'
import { file, fileTicket } from '../../../contract/features/messages.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { fetchNatively } from '../../lib/api/fetch-natively.ts'
import { formatInstant, formatSize } from '../../lib/format.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalClose } from '../../ui/dialog/modal.tsx'
import { Fact } from '../../ui/list/facts.tsx'
import { FileIcon } from '../../ui/list/file-icon.tsx'
import { QueryState } from '../../ui/state/query-state.tsx'
import { EmptyState } from '../../ui/state/states.tsx'
import { useToast } from '../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../ui/state/use-error-alert.ts'

interface AttachmentDialogProps {
  readonly messageId: number
  readonly onClose: () => void
}

export function AttachmentDialog({ messageId, onClose }: AttachmentDialogProps) {
  const { t } = useTranslation()
  const api = useApi()
  const id = useId()
  const query = useQuery({
    queryKey: ['message-file', messageId],
    queryFn: ({ signal }) => api.call(file, { params: { id: String(messageId) } }, { signal }),
  })
  const refusal = query.error instanceof ApiError ? query.error : undefined
  const isNone = refusal?.code === 'NOT_FOUND'
  const isGone = refusal?.code === 'ATTACHMENT_GONE'
  return (
    <Modal labelledBy={`${id}-title`} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {t('messages.received')}
      </h2>
      {refusal && (isNone || isGone) ? (
        <EmptyState icon={FileX} text={isNone ? t('messages.receivedNone') : refusal.text} />
      ) : (
        !query.data && <QueryState query={query} count={4} />
      )}
      {query.data && !isNone && !isGone ? (
        <Received
          messageId={messageId}
          received={query.data}
          onGone={() => void query.refetch()}
          onClose={onClose}
        />
      ) : (
        <ModalClose onClick={onClose}>{t('common.close')}</ModalClose>
      )}
    </Modal>
  )
}

interface ReceivedProps extends AttachmentDialogProps {
  readonly received: PayloadOut<typeof file>
  readonly onGone: () => void
}

function Received({ messageId, received, onGone, onClose }: ReceivedProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const api = useApi()
  const toast = useToast()
  const alertError = useErrorAlert()
  const { name, size, sender, title, sentAt, keptUntil } = received
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.call(fileTicket, { body: { id: messageId } }),
    onSuccess({ url }) {
      toast(t('actions.downloadStarted'))
      fetchNatively(`${BASE_PATH}${url}`)
    },
    async onError(error) {
      await alertError(error)
      onGone()
    },
  })
  return (
    <>
      <p className="received-file">
        <FileIcon name={name} />
        <span className="received-name">{name}</span>
        <span className="meta numbers">{formatSize(size)}</span>
      </p>
      <dl className="facts">
        <Fact name={t('messages.from')}>{sender}</Fact>
        <Fact name={t('messages.title')}>{title}</Fact>
        <Fact name={t('messages.date')}>{formatInstant(sentAt, language)}</Fact>
        <Fact name={t('messages.keptUntil')}>{formatInstant(keptUntil, language)}</Fact>
      </dl>
      <div className="modal-buttons">
        <Button onClick={onClose}>{t('common.close')}</Button>
        <Button
          autoFocus
          variant="primary"
          icon={Download}
          isBusy={isPending}
          onClick={() => mutate()}
        >
          {t('documents.download')}
        </Button>
      </div>
    </>
  )
}
