import { Download, FileCheck2 } from 'lucide-react'
import { useState } from 'react'
import { type DisclosureRecord, fetchRecord } from '../../../contract/features/disclosure.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { namedFile } from '../../lib/browser/named-file.ts'
import { saveFile } from '../../lib/browser/save-file.ts'
import { formatInstant, formatSize } from '../../lib/format.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { useErrorAlert } from '../../ui/state/use-error-alert.ts'

interface RecordListProps {
  readonly roomId: number
  readonly records: readonly DisclosureRecord[]
}

export function RecordList({ roomId, records }: RecordListProps) {
  return (
    <ul>
      {records.map((record) => (
        <Row key={record.id} roomId={roomId} record={record} />
      ))}
    </ul>
  )
}

function Row({ roomId, record }: { readonly roomId: number; readonly record: DisclosureRecord }) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const { group, at, documents, answers, size, sha256, createdAt, createdBy } = record
  const when = formatInstant(at, language)
  return (
    <li className="disclosure-row">
      <FileCheck2 aria-hidden="true" />
      <div className="disclosure-words">
        <strong>{t('disclosure.row', { group, at: when })}</strong>
        <span className="numbers">
          {t('disclosure.documents', { count: documents })} ·{' '}
          {t('disclosure.answers', { count: answers })} · {formatSize(size)}
        </span>
        <span className="meta">
          {t('disclosure.by', { name: createdBy, at: formatInstant(createdAt, language) })}
        </span>
        <code className="meta disclosure-hash">SHA-256 {sha256}</code>
      </div>
      <Fetch roomId={roomId} record={record} label={t('disclosure.fetch', { group, at: when })} />
    </li>
  )
}

function Fetch({
  roomId,
  record: { id, group, at },
  label,
}: {
  roomId: number
  record: DisclosureRecord
  label: string
}) {
  const { t } = useTranslation()
  const api = useApi()
  const alertError = useErrorAlert()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    await api
      .bytes(fetchRecord, { params: { roomId: String(roomId), id: String(id) } })
      .then((bytes) =>
        saveFile(namedFile(bytes, t('disclosure.recordName', { group }), Date.parse(at), 'zip')),
      )
      .catch(alertError)
    setBusy(false)
  }
  return (
    <Button icon={Download} isBusy={isBusy} aria-label={label} onClick={() => void save()}>
      {t('disclosure.download')}
    </Button>
  )
}
