import { useErrorText } from '../../../lib/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import type { FindState } from './find-session.ts'

/** What a search has come to, in few words. */
export function useFindText({ kind, count, position, progress, isCut, error }: FindState): string {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const isRunning = kind === 'running'
  if (kind === 'idle') return ''
  if (kind === 'failed') return errorText(error)
  if (count > 0)
    return t(isCut ? 'viewer.findAmongMore' : isRunning ? 'viewer.findAmongStill' : 'viewer.findAmong', { position, total: count })
  if (isRunning) return t('viewer.findRunning', { percent: Math.floor(progress * 100) })
  return t(isCut ? 'viewer.findNoneCut' : 'viewer.findNone')
}
