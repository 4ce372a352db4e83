import { MailCheck } from 'lucide-react'
import { failedMails } from '../../../contract/features/console/console-installation.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { formatInstant } from '../../lib/format.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { QueryState } from '../../ui/state/query-state.tsx'
import { EmptyState } from '../../ui/state/states.tsx'
import { ConsoleTable, More } from '../console-table.tsx'
import { textOfMailKind, textOfMailReason } from '../text-of-code.ts'
import { usePages } from '../use-pages.ts'

const COLUMNS = ['room', 'kind', 'reason', 'count', 'last'] as const

export function MailsPage() {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const api = useApi()
  const { query, rows } = usePages(['mails'], (place, signal) =>
    api.page(failedMails, { query: place }, { signal }),
  )
  return (
    <>
      <p className="meta console-note">{t('console.mailsHelp')}</p>
      <QueryState query={query} count={5} />
      {query.isSuccess && rows.length === 0 && (
        <EmptyState icon={MailCheck} text={t('console.noMails')} />
      )}
      {rows.length > 0 && (
        <ConsoleTable
          label={t('console.page_mails')}
          heads={COLUMNS.map((id) => ({ id, content: t(`console.mail_${id}`) }))}
        >
          {rows.map(({ roomId, roomNo, kind, reason, count, lastAt }) => (
            <tr key={`${roomId} ${kind} ${reason}`}>
              <td className="numbers" data-label={t('console.mail_room')}>
                {roomNo}
              </td>
              <td className="console-row-title">{textOfMailKind(t, kind)}</td>
              <td data-label={t('console.mail_reason')}>{textOfMailReason(t, reason)}</td>
              <td className="numbers" data-label={t('console.mail_count')}>
                {count}
              </td>
              <td className="numbers" data-label={t('console.mail_last')}>
                {formatInstant(lastAt, language)}
              </td>
            </tr>
          ))}
        </ConsoleTable>
      )}
      <More query={query} />
    </>
  )
}
