import './mail-notice.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MailWarning, X } from 'lucide-react'
import { useApi } from '../../lib/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { IconButton } from '../../ui/button.tsx'
import { roomQuery } from './room-query.ts'

/** Kept with the answers of the server, which are forgotten when the session or the page ends: the next operator sees the notice again. */
const DISMISSED_KEY = ['mail-notice-dismissed']

function useDismissed(): readonly [boolean, () => void] {
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: DISMISSED_KEY,
    queryFn: () => false,
    initialData: false,
    enabled: false,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return [data, () => queries.setQueryData(DISMISSED_KEY, true)]
}

/** Tells operators that mails of this server reach nobody yet, and where they are. */
export function MailNotice({ roomId }: { readonly roomId: number }) {
  const { t } = useTranslation()
  const room = useQuery(roomQuery(useApi(), roomId)).data
  const [isDismissed, dismiss] = useDismissed()
  if (isDismissed || !room?.notices.includes('MAIL_NOT_SET_UP')) return null

  return (
    <section className="mail-notice" aria-label={t('room.mailNotice')}>
      <MailWarning />
      <p className="mail-notice-text">{t('room.mailNotSetUp')}</p>
      <IconButton icon={X} size="small" label={t('room.mailNoticeClose')} tip={t('common.close')} onClick={dismiss} />
    </section>
  )
}
