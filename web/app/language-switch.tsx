import { useLanguage, useTranslation } from '../lib/i18n.ts'
import { Button } from '../ui/button.tsx'
import { useTellError } from '../ui/use-tell-error.ts'

/** The other language, in its own words. */
export function LanguageSwitch() {
  const { t } = useTranslation()
  const [language, change] = useLanguage()
  const tellError = useTellError()
  const other = language === 'ko' ? 'en' : 'ko'
  return (
    <Button variant="quiet" lang={other} onClick={() => change(other).catch(tellError)}>
      {t('app.otherLanguage')}
    </Button>
  )
}
