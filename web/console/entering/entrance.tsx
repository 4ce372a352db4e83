import { Languages } from 'lucide-react'
import type { ReactNode } from 'react'
import { LanguageSwitch } from '../../ui/field/language-switch.tsx'
import { Mark } from '../../ui/page/mark.tsx'

interface EntranceProps {
  readonly title: string
  readonly children: ReactNode
}

export function Entrance({ title, children }: EntranceProps) {
  return (
    <main id="main" className="console-entrance" tabIndex={-1}>
      <section className="console-card">
        <header className="console-card-head">
          <Mark />
          <LanguageSwitch size="small" icon={Languages} />
        </header>
        <h1 className="title">{title}</h1>
        {children}
      </section>
    </main>
  )
}
