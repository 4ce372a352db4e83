import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import type { Transfer } from './use-transfer.ts'

/** How far a large file has come, in place of the buttons that sent it. Once all of it is there, it may be out at any moment, and nothing is stopped. */
export function TransferState({ transfer: { share, stop } }: { readonly transfer: Transfer }) {
  const { t } = useTranslation()
  const isThere = share >= 1
  return (
    <div className="message-transfer">
      <div className="message-share">
        <p role="status">{t(isThere ? 'messages.checking' : 'messages.transfer')}</p>
        <span className="meta numbers" aria-hidden="true">
          {t('messages.share', { percent: Math.floor(share * 100) })}
        </span>
      </div>
      <ProgressBar label={t('messages.transfer')} share={share} />
      <div className="modal-buttons">
        <Button autoFocus blockedBecause={isThere ? t('messages.checking') : undefined} onClick={stop}>
          {t('messages.stop')}
        </Button>
      </div>
    </div>
  )
}
