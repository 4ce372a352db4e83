import './mail-notice.css'
import { useQuery } from '@tanstack/react-query'
import { MailWarning, X } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { useApi } from '../../lib/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { storedInBrowser } from '../../lib/stored.ts'
import { IconButton } from '../../ui/button.tsx'
import { roomQuery } from './room-query.ts'

const isId = (value: unknown): value is number => Number.isSafeInteger(value)

/** The operators who have closed the notice in this browser. */
const closedBy = storedInBrowser<readonly number[]>('mail-notice.closed', (value) =>
  Array.isArray(value) && value.every(isId) ? value : undefined,
)

const NOBODY: readonly number[] = []

interface MailNoticeProps {
  readonly roomId: number
  /** The operator who reads it. */
  readonly memberId: number
}

/** Tells operators that mails of this server reach nobody yet, and where they are. Who closes it does not see it again before that has changed. */
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
    <section className="mail-notice" aria-label={t('room.mailNotice')}>
      <MailWarning />
      <p className="mail-notice-text">{t('room.mailNotSetUp')}</p>
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
