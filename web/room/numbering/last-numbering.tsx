import './last-numbering.css'
import type { LastNumbering } from '../../../contract/features/documents/numbering.ts'
import { formatInstant } from '../../lib/format.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'

interface LastNumberingProps {
  readonly last: LastNumbering
  readonly onUndo: () => void
}

export function LastNumberingUndo({ last, onUndo }: LastNumberingProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const date = formatInstant(last.at, language)
  return (
    <div className="last-numbering">
      <p className="meta">
        {last.act === 'switch'
          ? t('ordering.lastSwitch', { date })
          : t('ordering.lastRenumbering', { date })}
      </p>
      <Button size="small" onClick={onUndo}>
        {t('ordering.undoLast')}
      </Button>
    </div>
  )
}
