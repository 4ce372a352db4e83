import { READING_ERRORS } from '../../../../contract/core/errors/errors-of-reading.ts'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { usePhaseBlock } from '../../../room/room-access.ts'
import type { Obstacle } from './item-rules.ts'

export function useObstacleText(): (obstacle: Obstacle | undefined) => string | undefined {
  const { t, language } = useTranslation()
  const frozen = usePhaseBlock('documents.write')
  const texts: Record<Obstacle, string> = {
    NOTHING: t('actions.selectFile'),
    PRINT_FOLDER: t('actions.printFolder'),
    PRINT_DENIED: READING_ERRORS.PRINT_DENIED[language],
    PRINT_TYPE: READING_ERRORS.PRINT_TYPE[language],
    PRINT_ONE: t('actions.printOne'),
    DOWNLOAD_DENIED: READING_ERRORS.DOWNLOAD_DENIED[language],
    DOWNLOAD_MANY: t('actions.downloadMany', { limit: LIMITS.itemsPerTicket }),
    RENAME_MANY: t('renaming.many', { count: LIMITS.renamesPerCall }),
    NOT_RAISED: frozen ?? READING_ERRORS.NOT_RAISED[language],
  }
  return (obstacle) => obstacle && texts[obstacle]
}
