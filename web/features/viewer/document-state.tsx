import { FileLock, FileQuestion, FileX, Hourglass, type LucideIcon, Scaling } from 'lucide-react'
import { type ErrorCode, errorText as textOfCode } from '../../../contract/core/errors.ts'
import { useErrorText } from '../../lib/api-context.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState, FailureState } from '../../ui/states.tsx'
import type { Refusal } from './use-lease.ts'

/** Why a document that is not READY cannot be shown, as a code of the error table. */
const REFUSALS: Record<Refusal, { readonly code: ErrorCode; readonly icon: LucideIcon }> = {
  WAITING: { code: 'PREVIEW_PENDING', icon: Hourglass },
  WORKING: { code: 'PREVIEW_PENDING', icon: Hourglass },
  LOCKED: { code: 'DOCUMENT_LOCKED', icon: FileLock },
  BROKEN: { code: 'DOCUMENT_BROKEN', icon: FileX },
  TOO_LARGE: { code: 'DOCUMENT_TOO_LARGE', icon: Scaling },
  SLOW: { code: 'DOCUMENT_SLOW', icon: Hourglass },
  NO_PREVIEW: { code: 'NO_PREVIEW', icon: FileQuestion },
  NO_CONVERTER: { code: 'NO_CONVERTER', icon: FileQuestion },
}

interface RefusedProps {
  readonly status: Refusal
  /** Has the pages made once more; undefined for those who may not. */
  readonly onRetry: (() => void) | undefined
  readonly isRetrying: boolean
}

/** The document is there, but not for showing. */
export function Refused({ status, onRetry, isRetrying }: RefusedProps) {
  const [language] = useLanguage()
  const { t } = useTranslation()
  const { code, icon } = REFUSALS[status]
  const retry = onRetry && status !== 'NO_PREVIEW' && (
    <Button isBusy={isRetrying} onClick={onRetry}>
      {t('common.retry')}
    </Button>
  )
  return (
    <div className="viewer-state" role="status">
      {status === 'WAITING' || status === 'WORKING' ? (
        <Making />
      ) : (
        <EmptyState icon={icon} text={textOfCode(code, language)} action={retry} />
      )}
    </div>
  )
}

/** Its pages are being made; it opens by itself when they are. */
function Making() {
  const { t } = useTranslation()
  return (
    <div className="state">
      <Hourglass />
      <p className="state-text">{t('viewer.making')}</p>
      <span className="viewer-making" aria-hidden="true" />
    </div>
  )
}

interface FailedProps {
  readonly error: unknown
  readonly onRetry: () => void
}

/** The document could not be had: it is gone, or the call failed. */
export function Failed({ error, onRetry }: FailedProps) {
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
      <FailureState text={errorText(error)} retryLabel={t('common.retry')} onRetry={onRetry} />
    </div>
  )
}
