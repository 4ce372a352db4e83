import { formatInstant } from '../../lib/format.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import type { Ending } from './ending-query.ts'

interface HowItBeginsProps {
  readonly className: string
  readonly ending: Pick<Ending, 'otherOperators' | 'confirmableFrom'>
}

export function HowItBegins({
  className,
  ending: { otherOperators, confirmableFrom },
}: HowItBeginsProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  if (otherOperators > 0) return <p className={className}>{t('ending.askConfirmable')}</p>
  if (confirmableFrom === null) return <p className={className}>{t('ending.askAlone')}</p>
  return (
    <p className={`${className} numbers`}>
      {t('ending.askEarly', { date: formatInstant(confirmableFrom, language) })}
    </p>
  )
}
