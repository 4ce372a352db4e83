import { MailX } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { useFailedMails } from './failed-mails-query.ts'

const FailedMailsDialog = lazy(() =>
  import('./failed-mails-dialog.tsx').then((module) => ({ default: module.FailedMailsDialog })),
)

interface FailedMailsNoticeProps {
  readonly roomId: number
  readonly onChanged: () => void
}

export function FailedMailsNotice({ roomId, onChanged }: FailedMailsNoticeProps) {
  const { t } = useTranslation()
  const { data } = useFailedMails(roomId)
  const [isOpen, setIsOpen] = useState(false)
  const count = data?.mails.length ?? 0
  return (
    <>
      {count > 0 && (
        <section className="members-notice" aria-label={t('mails.title')}>
          <MailX />
          <p>{`${t('mails.notice', { count })}${data?.hasMore ? ' +' : ''}`}</p>
          <Button size="small" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
            {t('mails.show')}
          </Button>
        </section>
      )}
      {isOpen && (
        <Suspense>
          <FailedMailsDialog
            roomId={roomId}
            onChanged={onChanged}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
