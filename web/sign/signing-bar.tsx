import { ArrowDown, PenLine } from 'lucide-react'
import { useTranslation } from '../lib/i18n.ts'
import { Button } from '../ui/button.tsx'
import { ProgressBar } from '../ui/state/progress-bar.tsx'

interface SigningBarProps {
  readonly progress: { readonly done: number; readonly total: number }
  readonly isMissingShown: boolean
  readonly isApproval: boolean
  readonly blockedBecause: string | undefined
  readonly onNext: () => void
  readonly onFinish: () => void
}

export function SigningBar({
  progress: { done, total },
  isMissingShown,
  isApproval,
  blockedBecause,
  onNext,
  onFinish,
}: SigningBarProps) {
  const { t } = useTranslation()
  const isReady = done === total
  return (
    <footer className="sign-bar">
      <div className="sign-bar-state">
        {blockedBecause !== undefined ? (
          <p>{blockedBecause}</p>
        ) : isMissingShown ? (
          <p className="problem" role="alert">
            {t('sign.missing', { count: total - done })}
          </p>
        ) : (
          <p className="numbers">
            {isApproval ? t('sign.approvalHint') : t('sign.progress', { done, total })}
          </p>
        )}
        {total > 0 && <ProgressBar label={t('sign.progressLabel')} share={done / total} />}
      </div>
      {!isReady && (
        <Button variant="primary" size="large" icon={ArrowDown} onClick={onNext}>
          {t('sign.next')}
        </Button>
      )}
      <Button
        variant={isReady ? 'primary' : 'plain'}
        size="large"
        icon={PenLine}
        blockedBecause={blockedBecause}
        onClick={onFinish}
      >
        {t(isApproval ? 'sign.approve' : 'sign.finish')}
      </Button>
    </footer>
  )
}
