import { useTranslation } from '../../lib/i18n.ts'
import { useView } from '../use-app.ts'

/** Returns the reason why viewing as another user allows only reading. */
export function useViewBlocked(): string | undefined {
  const { t } = useTranslation()
  return useView() && t('view.blocked')
}
