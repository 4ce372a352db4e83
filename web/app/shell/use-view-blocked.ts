import { useTranslation } from '../../lib/i18n.ts'
import { useView } from '../use-app.ts'

export function useViewBlocked(): string | undefined {
  const { t } = useTranslation()
  return useView() && t('view.blocked')
}
