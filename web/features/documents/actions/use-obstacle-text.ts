import { errorText } from '../../../../contract/core/errors.ts'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import type { Obstacle } from './item-rules.ts'

/** Says why something cannot be done; where the server refuses the same, in its words. */
export function useObstacleText(): (obstacle: Obstacle | undefined) => string | undefined {
  const { t, language } = useTranslation()
  const texts: Record<Obstacle, string> = {
    NOTHING: t('actions.selectFile'),
    PRINT_DENIED: errorText('PRINT_DENIED', language),
    PRINT_TYPE: errorText('PRINT_TYPE', language),
    PRINT_ONE: t('actions.printOne'),
    DOWNLOAD_DENIED: errorText('DOWNLOAD_DENIED', language),
    DOWNLOAD_MANY: t('actions.downloadMany', { limit: LIMITS.itemsPerTicket }),
    NOT_RAISED: errorText('NOT_RAISED', language),
  }
  return (obstacle) => obstacle && texts[obstacle]
}
