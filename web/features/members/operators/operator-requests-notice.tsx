import '../../../ui/state/notice-bar.css'
import { useQuery } from '@tanstack/react-query'
import { UserRoundCog } from 'lucide-react'
import { decide, list } from '../../../../contract/features/console/operator-requests.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { formatInstant } from '../../../lib/format.ts'
import { useLanguage, useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { useBusy } from '../../../ui/state/busy.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'

/** The server does not push requests, so the client polls. */
const REFRESH_MS = 60_000

export function OperatorRequestsNotice({ roomId }: { readonly roomId: number }) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const api = useApi()
  const block = useBusy()
  const alertError = useErrorAlert()
  const { data = [], refetch } = useQuery({
    queryKey: ['operator-requests', roomId],
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) => api.call(list, { params: { roomId: String(roomId) } }, { signal }),
  })
  const settle = async (id: number, confirm: boolean) => {
    await block(api.call(decide, { body: { roomId, id, confirm } })).catch(alertError)
    await refetch()
  }
  return data.map(({ id, kind, name, email, askedBy, dueAt }) => {
    const whom = name === null ? email : `${name} (${email})`
    const text = t(kind === 'operator' ? 'members.operatorAsked' : 'members.resetAsked', {
      ...{ whom, askedBy },
      at: formatInstant(dueAt, language),
    })
    return (
      <section key={id} className="notice-bar" aria-label={t('members.operatorRequest')}>
        <UserRoundCog />
        <p className="notice-bar-text">{text}</p>
        <Button size="small" onClick={() => void settle(id, false)}>
          {t('members.refuseRequest')}
        </Button>
        <Button size="small" variant="primary" onClick={() => void settle(id, true)}>
          {t('members.confirmRequest')}
        </Button>
      </section>
    )
  })
}
