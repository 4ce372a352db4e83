import { errorText } from '../../../contract/core/errors.ts'
import type { ViewStatus } from '../../../contract/features/documents.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { PREVIEW_REASONS } from './preview-reasons.ts'

/** How far the preview of a file has come, or why there is none, in a sentence. */
export function usePreviewText(): (status: ViewStatus) => string {
  const { t } = useTranslation()
  const [language] = useLanguage()
  return (status) => {
    const reason = PREVIEW_REASONS[status]
    if (reason) return errorText(reason, language)
    if (status === 'READY') return t('item.ready')
    return t(status === 'WORKING' ? 'item.working' : 'item.waiting')
  }
}
