import './properties-dialog.css'
import { useErrorText } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'

export function Measuring() {
  const { t } = useTranslation()
  return (
    <span className="skeleton properties-measuring">
      <span className="hidden">{t('common.loading')}</span>
      <span className="skeleton-bar" />
    </span>
  )
}

interface UnmeasuredProps {
  readonly measuring: {
    readonly error: unknown
    readonly isFetching: boolean
    readonly refetch: () => unknown
  }
}

export function Unmeasured({ measuring }: UnmeasuredProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  return (
    <span className="properties-problem" role="alert">
      {errorText(measuring.error)}
      <Button size="small" isBusy={measuring.isFetching} onClick={() => void measuring.refetch()}>
        {t('common.retry')}
      </Button>
    </span>
  )
}
