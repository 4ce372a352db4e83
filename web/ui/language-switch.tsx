import type { ComponentProps } from 'react'
import { useLanguage, useTranslation } from '../lib/i18n.ts'
import { Button } from './button.tsx'
import { useTellError } from './use-tell-error.ts'

/** The other language, in its own words. */
export function LanguageSwitch(look: Pick<ComponentProps<typeof Button>, 'icon' | 'size'>) {
  const { t } = useTranslation()
  const [language, change] = useLanguage()
  const tellError = useTellError()
  const other = language === 'ko' ? 'en' : 'ko'
  return (
    <Button {...look} variant="quiet" lang={other} onClick={() => change(other).catch(tellError)}>
      {t('app.otherLanguage')}
    </Button>
  )
}
