import { useTranslation } from 'react-i18next'
import { useLanguage } from '../lib/i18n.ts'

/** The other language, in its own words. */
export function LanguageSwitch() {
  const { t } = useTranslation()
  const [language, change] = useLanguage()
  const other = language === 'ko' ? 'en' : 'ko'
  return (
    <button type="button" className="button quiet" lang={other} onClick={() => change(other)}>
      {t('app.otherLanguage')}
    </button>
  )
}
