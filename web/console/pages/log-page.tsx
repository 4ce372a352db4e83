import { History } from 'lucide-react'
import { log } from '../../../contract/features/console/console-installation.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { formatInstant } from '../../lib/format.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { QueryState } from '../../ui/state/query-state.tsx'
import { EmptyState } from '../../ui/state/states.tsx'
import { ConsoleTable, More } from '../console-table.tsx'
import { textOfDone } from '../text-of-done.ts'
import { usePages } from '../use-pages.ts'

const COLUMNS = ['at', 'who', 'what', 'room', 'address'] as const

export function LogPage() {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const api = useApi()
  const { query, rows } = usePages(['log'], (place, signal) =>
    api.page(log, { query: place }, { signal }),
  )
  return (
    <>
      <QueryState query={query} count={8} />
      {query.isSuccess && rows.length === 0 && (
        <EmptyState icon={History} text={t('console.noLog')} />
      )}
      {rows.length > 0 && (
        <ConsoleTable
          label={t('console.page_log')}
          heads={COLUMNS.map((id) => ({ id, content: t(`console.log_${id}`) }))}
        >
          {rows.map(({ id, at, name, email, kind, about, roomNo, address }) => (
            <tr key={id}>
              <td className="numbers" data-label={t('console.log_at')}>
                {formatInstant(at, language)}
              </td>
              <td data-label={t('console.log_who')}>
                {email === '' ? t('console.machine') : `${name} (${email})`}
              </td>
              <td className="console-row-title">{textOfDone(t, kind, about)}</td>
              <td className="numbers" data-label={t('console.log_room')}>
                {roomNo}
              </td>
              <td className="numbers" data-label={t('console.log_address')}>
                {address}
              </td>
            </tr>
          ))}
        </ConsoleTable>
      )}
      <More query={query} />
    </>
  )
}
