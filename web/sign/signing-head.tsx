import './signing-head.css'
import { formatRoomTimeIn } from '../../contract/core/room-time.ts'
import type { Ceremony } from '../../contract/features/signing.ts'
import { useTranslation } from '../lib/i18n.ts'
import { Button } from '../ui/button.tsx'
import { FileName } from '../ui/list/file-name.tsx'
import { Mark } from '../ui/page/mark.tsx'
import { SaveCopy } from './done-screen.tsx'
import { OtherLanguage } from './simple-page.tsx'

interface SigningHeadProps {
  readonly ceremony: Ceremony
  readonly onDecline: () => void
}

export function SigningHead({ ceremony, onDecline }: SigningHeadProps) {
  const { t, language } = useTranslation()
  const { name, roomName, sender, notice, participant, expiresAt, zone } = ceremony
  return (
    <header className="sign-head">
      <div className="sign-head-top">
        <Mark />
        <OtherLanguage />
      </div>
      <h1 className="title">
        <FileName name={name} />
      </h1>
      <p className="meta">
        {t('sign.from', { room: roomName, name: sender.name, email: sender.email })}
      </p>
      <p className="meta">{t('sign.for', { name: participant.name, email: participant.email })}</p>
      {expiresAt !== null && (
        <p className="meta">
          {t('sign.until', { date: formatRoomTimeIn(new Date(expiresAt), language, zone) })}
        </p>
      )}
      {notice.trim() !== '' && (
        <section className="sign-notice" aria-label={t('sign.notice')}>
          <h2>{t('sign.notice')}</h2>
          <p>{notice}</p>
        </section>
      )}
      <div className="sign-head-buttons">
        <SaveCopy isSealed={false} name={name} />
        <Button
          variant="quiet"
          blockedBecause={ceremony.isFrozen ? t('sign.frozen') : undefined}
          onClick={onDecline}
        >
          {t('sign.decline')}
        </Button>
      </div>
    </header>
  )
}
