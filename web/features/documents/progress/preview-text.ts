import { READING_ERRORS } from '../../../../contract/core/errors/errors-of-reading.ts'
import {
  isPreviewPending,
  UNVIEWABLE,
  type ViewStatus,
} from '../../../../contract/features/documents.ts'
import { useLanguage, useTranslation } from '../../../lib/i18n.ts'

export function usePreviewText(): (status: ViewStatus) => string {
  const { t } = useTranslation()
  const [language] = useLanguage()
  return (status) => {
    if (status === 'READY') return t('item.ready')
    if (isPreviewPending(status)) return t(status === 'WORKING' ? 'item.working' : 'item.waiting')
    return READING_ERRORS[UNVIEWABLE[status]][language]
  }
}
