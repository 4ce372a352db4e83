import './people.css'
import { FileSpreadsheet } from 'lucide-react'
import { useId, useState } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { addInviteBulk } from '../../../../contract/features/compose.ts'
import type { Template } from '../../../../contract/features/composed.ts'
import { type TextKey, useTranslation } from '../../../lib/i18n.ts'
import { cellsOfCsv } from '../../../lib/read-csv.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { FileButton } from '../../../ui/field/file-button.tsx'
import { useComposing } from '../use-composing.ts'
import { type BulkFault, bulkRows } from './bulk-rows.ts'

const PROBLEMS: Readonly<Record<BulkFault['problem'], TextKey>> = {
  nameMissing: 'compose.nameMissing',
  emailMissing: 'compose.emailMissing',
  emailWrong: 'compose.emailWrong',
  repeated: 'compose.bulkRepeated',
}

interface BulkDialogProps {
  readonly template: Template
  readonly onClose: () => void
}

export function BulkDialog({ template: { templateId }, onClose }: BulkDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const { api, toast, alertError, refresh } = useComposing()
  const [table, setTable] = useState<ReturnType<typeof bulkRows>>()
  const [isBusy, setBusy] = useState(false)
  const rows = table?.rows ?? []
  const isTooLong = rows.length > LIMITS.participantsPerDocument
  const isReady = rows.length > 0 && table?.faults.length === 0 && !isTooLong

  const send = async () => {
    setBusy(true)
    try {
      await api.call(addInviteBulk, {
        body: { templateId, rows: rows.map(({ name, email }) => ({ name, email })) },
      })
      toast(t('compose.bulkOk', { count: rows.length }))
      onClose()
      await refresh()
    } catch (error) {
      setBusy(false)
      await alertError(error)
    }
  }
  return (
    <Modal labelledBy={`${id}-title`} describedBy={`${id}-text`} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {t('compose.bulkTitle')}
      </h2>
      <p id={`${id}-text`} className="modal-text">
        {t('compose.bulkText')}
      </p>
      <div className="compose-form">
        <FileButton
          icon={FileSpreadsheet}
          label={t('compose.bulkChoose')}
          accept=".csv,text/csv"
          onFile={async (file) =>
            setTable(bulkRows(cellsOfCsv(new Uint8Array(await file.arrayBuffer())) ?? []))
          }
        />
        <div role="status">
          {table && rows.length === 0 && table.faults.length === 0 && (
            <p>{t('compose.bulkNone')}</p>
          )}
          {isTooLong && (
            <p className="problem">
              {t('compose.bulkTooMany', { max: LIMITS.participantsPerDocument })}
            </p>
          )}
          {isReady && <p>{t('compose.bulkReady', { count: rows.length })}</p>}
          {table && table.faults.length > 0 && (
            <p className="problem">{t('compose.bulkFaults', { count: table.faults.length })}</p>
          )}
        </div>
        {table && (
          <ul className="bulk-faults">
            {table.faults.map(({ line, text, problem }) => (
              <li key={line} className="problem">
                <span className="numbers">{t('compose.bulkLine', { line })}</span> {text} ·{' '}
                {t(PROBLEMS[problem])}
              </li>
            ))}
            {rows.map(({ name, email }) => (
              <li key={email}>
                {name} <span className="meta">{email}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="modal-buttons">
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button variant="primary" disabled={!isReady} isBusy={isBusy} onClick={() => void send()}>
          {t('compose.inviteSend')}
        </Button>
      </div>
    </Modal>
  )
}
