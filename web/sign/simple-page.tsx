import { Languages } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLanguage, useTranslation } from '../lib/i18n.ts'
import { Button } from '../ui/button.tsx'
import { Mark } from '../ui/mark.tsx'

/** A page that says one thing. */
export function SimplePage({ children }: { readonly children: ReactNode }) {
  return (
    <div className="sign-simple">
      <header className="sign-simple-head">
        <Mark />
        <OtherLanguage />
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}

/** Speaks the other language. */
export function OtherLanguage() {
  const { t } = useTranslation()
  const [language, change] = useLanguage()
  const other = language === 'ko' ? 'en' : 'ko'
  return (
    <Button variant="quiet" size="small" icon={Languages} lang={other} onClick={() => void change(other).catch(() => undefined)}>
      {t('app.otherLanguage')}
    </Button>
  )
}
