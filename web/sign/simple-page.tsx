import { Languages } from 'lucide-react'
import type { ReactNode } from 'react'
import { LanguageSwitch } from '../ui/field/language-switch.tsx'
import { Mark } from '../ui/page/mark.tsx'

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

export const OtherLanguage = () => <LanguageSwitch size="small" icon={Languages} />
