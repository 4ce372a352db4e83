import type { Phase } from '../../../contract/core/phase.ts'
import { formatInstant } from '../../lib/format.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { Chip } from '../../ui/list/chip.tsx'

const TONES = {
  open: 'ok',
  frozen: 'warn',
  closed: 'neutral',
  destroying: 'danger',
  destroyed: 'neutral',
} as const

export function PhaseChip({
  phase,
  closesAt,
}: {
  readonly phase: Phase
  readonly closesAt: string | null
}) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  return (
    <>
      <Chip tone={TONES[phase]} text={t(`console.phase_${phase}`)} />
      {closesAt !== null && (
        <span className="meta console-until">
          {t('console.until', { at: formatInstant(closesAt, language) })}
        </span>
      )}
    </>
  )
}
