import { FileLock, FileQuestion, FileX, Hourglass, type LucideIcon, Scaling } from 'lucide-react'
import { READING_ERRORS } from '../../../../contract/core/errors/errors-of-reading.ts'
import {
  isPreviewPending,
  RETRYABLE_PREVIEWS,
  UNVIEWABLE,
} from '../../../../contract/features/documents.ts'
import { useErrorText } from '../../../lib/api/api-context.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { useLanguage, useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState, FailureState } from '../../../ui/state/states.tsx'
import { WaitingBar } from '../../../ui/state/waiting-bar.tsx'
import { isPdf } from './is-pdf.ts'
import type { Unviewable } from './use-lease.ts'

const ICONS: Record<Exclude<Unviewable, 'WAITING' | 'WORKING'>, LucideIcon> = {
  LOCKED: FileLock,
  BROKEN: FileX,
  TOO_LARGE: Scaling,
  SLOW: Hourglass,
  NO_PREVIEW: FileQuestion,
  NO_CONVERTER: FileQuestion,
}

interface RefusedProps {
  readonly status: Unviewable
  readonly onRetry: (() => void) | undefined
  readonly isRetrying: boolean
}

export function Refused({ status, onRetry, isRetrying }: RefusedProps) {
  const [language] = useLanguage()
  const { t } = useTranslation()
  const retry = onRetry && RETRYABLE_PREVIEWS.includes(status) && (
    <Button isBusy={isRetrying} onClick={onRetry}>
      {t('common.retry')}
    </Button>
  )
  return (
    <div className="viewer-state" role="status">
      {isPreviewPending(status) ? (
        <Making />
      ) : (
        <EmptyState
          icon={ICONS[status]}
          text={READING_ERRORS[UNVIEWABLE[status]][language]}
          action={retry}
        />
      )}
    </div>
  )
}

function Making() {
  const { t } = useTranslation()
  return (
    <div className="state">
      <Hourglass />
      <p className="state-text">{t('viewer.making')}</p>
      <WaitingBar />
    </div>
  )
}

interface FailedProps {
  readonly name: string | undefined
  readonly error: unknown
  readonly onRetry: () => void
}

export function Failed({ name, error, onRetry }: FailedProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  if (error instanceof ApiError && error.code === 'NOT_FOUND') {
    return (
      <div className="viewer-state" role="alert">
        <EmptyState icon={FileX} text={t('viewer.gone')} />
      </div>
    )
  }
  return (
    <div className="viewer-state">
      <FailureState
        text={`${t(isPdf(name) ? 'viewer.failedPdf' : 'viewer.failed')}\n${errorText(error)}`}
        retryLabel={t('common.retry')}
        onRetry={onRetry}
      />
    </div>
  )
}
