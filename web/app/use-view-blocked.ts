import { useTranslation } from '../lib/i18n.ts'
import { useView } from './house-context.ts'

/** Why what is not for looking cannot be used: the room is viewed as another person. */
export function useViewBlocked(): string | undefined {
  const { t } = useTranslation()
  return useView() && t('view.blocked')
}
