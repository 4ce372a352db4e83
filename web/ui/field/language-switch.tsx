import type { ComponentProps } from 'react'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { Button } from '../button.tsx'
import { useErrorAlert } from '../state/use-error-alert.ts'

export function LanguageSwitch(look: Pick<ComponentProps<typeof Button>, 'icon' | 'size'>) {
  const { t } = useTranslation()
  const [language, change] = useLanguage()
  const alertError = useErrorAlert()
  const other = language === 'ko' ? 'en' : 'ko'
  return (
    <Button {...look} variant="quiet" lang={other} onClick={() => change(other).catch(alertError)}>
      {t('app.otherLanguage')}
    </Button>
  )
}
