import { useId } from 'react'
import { deliveries, redeliver } from '../../../contract/features/console/console-installation.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { formatInstant } from '../../lib/format.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalClose } from '../../ui/dialog/modal.tsx'
import { QueryState } from '../../ui/state/query-state.tsx'
import { useErrorAlert } from '../../ui/state/use-error-alert.ts'
import { ConsoleTable, More } from '../console-table.tsx'
import { textOfFault } from '../text-of-code.ts'
import { usePages } from '../use-pages.ts'

const COLUMNS = ['at', 'event', 'state', 'actions'] as const

interface DeliveriesDialogProps {
  readonly webhookId: number
  readonly onClose: () => void
}

export function DeliveriesDialog({ webhookId, onClose }: DeliveriesDialogProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const api = useApi()
  const alertError = useErrorAlert()
  const id = useId()
  const params = { id: String(webhookId) }
  const { query, rows } = usePages(['deliveries', webhookId], (place, signal) =>
    api.page(deliveries, { params, query: place }, { signal }),
  )
  const again = (deliveryId: string) =>
    api
      .call(redeliver, { params: { ...params, deliveryId } })
      .then(() => query.refetch(), alertError)
  return (
    <Modal labelledBy={`${id}-title`} size="wide" onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {t('console.deliveries')}
      </h2>
      <QueryState query={query} count={4} />
      {query.isSuccess && rows.length === 0 && (
        <p className="modal-text">{t('console.noDeliveries')}</p>
      )}
      {rows.length > 0 && (
        <ConsoleTable
          label={t('console.deliveries')}
          heads={COLUMNS.map((each) => ({ id: each, content: t(`console.delivery_${each}`) }))}
        >
          {rows.map((delivery) => (
            <tr key={delivery.id}>
              <td className="numbers" data-label={t('console.delivery_at')}>
                {formatInstant(delivery.timestamp, language)}
              </td>
              <td className="console-row-title">{delivery.type}</td>
              <td data-label={t('console.delivery_state')}>
                {[
                  t(`console.delivery_${delivery.state}`),
                  delivery.status ?? (delivery.fault && textOfFault(t, delivery.fault)),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </td>
              <td>
                {delivery.state !== 'waiting' && (
                  <Button size="small" onClick={() => void again(delivery.id)}>
                    {t('console.redeliver')}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </ConsoleTable>
      )}
      <More query={query} />
      <ModalClose onClick={onClose}>{t('common.close')}</ModalClose>
    </Modal>
  )
}
