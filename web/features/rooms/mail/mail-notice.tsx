import '../../../ui/state/notice-bar.css'
import './mail-notice.css'
import { useQuery } from '@tanstack/react-query'
import { MailWarning, X } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { useApi } from '../../../lib/api/api-context.ts'
import { storedInBrowser } from '../../../lib/browser/stored.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { IconButton } from '../../../ui/button.tsx'
import { roomQuery } from '../room-query.ts'

const isId = (value: unknown): value is number => Number.isSafeInteger(value)

const closedBy = storedInBrowser<readonly number[]>('mail-notice.closed', (value) =>
  Array.isArray(value) && value.every(isId) ? value : undefined,
)

const NOBODY: readonly number[] = []

interface MailNoticeProps {
  readonly roomId: number
  readonly memberId: number
}

export function MailNotice({ roomId, memberId }: MailNoticeProps) {
  const { t } = useTranslation()
  const room = useQuery(roomQuery(useApi(), roomId)).data
  const closed = useSyncExternalStore(closedBy.subscribe, closedBy.read) ?? NOBODY
  const isClosed = closed.includes(memberId)
  const isDue = room?.notices.includes('MAIL_NOT_SET_UP')
  useEffect(() => {
    if (isDue === false && isClosed) closedBy.write(closed.filter((id) => id !== memberId))
  }, [isDue, isClosed, closed, memberId])
  if (!isDue || isClosed) return null

  return (
    <section className="notice-bar mail-notice" aria-label={t('room.mailNotice')}>
      <MailWarning />
      <p className="notice-bar-text">{t('room.mailNotSetUp')}</p>
      <IconButton
        icon={X}
        size="small"
        label={t('room.mailNoticeClose')}
        tip={t('common.close')}
        onClick={() => closedBy.write([...closed, memberId])}
      />
    </section>
  )
}
