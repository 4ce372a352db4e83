import {
  operatorRequests,
  withdrawOperatorRequest,
} from '../../../contract/features/console/console-rooms.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { formatInstant } from '../../lib/format.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { useErrorAlert } from '../../ui/state/use-error-alert.ts'
import { More } from '../console-table.tsx'
import { usePages } from '../use-pages.ts'

export function OperatorRequests({ roomId }: { readonly roomId: number }) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const api = useApi()
  const alertError = useErrorAlert()
  const params = { id: String(roomId) }
  const { query, rows } = usePages(['operators', roomId], (place, signal) =>
    api.page(operatorRequests, { params, query: place }, { signal }),
  )
  const withdraw = (requestId: number) =>
    api
      .call(withdrawOperatorRequest, { params: { ...params, requestId: String(requestId) } })
      .then(() => query.refetch(), alertError)
  if (rows.length === 0) return null
  return (
    <section className="console-requests">
      <h3>{t('console.requests')}</h3>
      <ul>
        {rows.map(({ id, kind, email, state, dueAt }) => (
          <li key={id}>
            <span className="console-request">
              <span>{`${t(`console.request_${kind}`)} · ${email}`}</span>
              <span className="meta">
                {state === 'waiting'
                  ? t('console.waitsUntil', { at: formatInstant(dueAt, language) })
                  : t(`console.state_${state}`)}
              </span>
            </span>
            {state === 'waiting' && (
              <Button size="small" onClick={() => void withdraw(id)}>
                {t('console.withdraw')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <More query={query} />
    </section>
  )
}
