import { useLanguage, useTranslation } from '../lib/i18n.ts'
import { Button } from '../ui/button.tsx'

/** The other language, in its own words. */
export function LanguageSwitch() {
  const { t } = useTranslation()
  const [language, change] = useLanguage()
  const other = language === 'ko' ? 'en' : 'ko'
  return (
    <Button variant="quiet" lang={other} onClick={() => change(other)}>
      {t('app.otherLanguage')}
    </Button>
  )
}
