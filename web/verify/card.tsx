import { CircleHelp, type LucideIcon, ShieldAlert, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { VerdictDescription } from '../../contract/proof/verdict-words.ts'

export type Tone = VerdictDescription['tone']

const ICONS: Readonly<Record<Tone, LucideIcon>> = {
  good: ShieldCheck,
  warn: CircleHelp,
  bad: ShieldAlert,
}

/** The browser's zone applies, since the file lacks the room's. */
export const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

interface CardProps {
  readonly tone: Tone
  readonly title: string
  readonly name?: string
  readonly children: ReactNode
}

export function Card({ tone, title, name, children }: CardProps) {
  const Icon = ICONS[tone]
  return (
    <article className="verify-card" data-tone={tone}>
      <header className="verify-card-head">
        <Icon aria-hidden="true" />
        <div>
          <h2 className="title">{title}</h2>
          {name !== undefined && <p className="meta verify-file">{name}</p>}
        </div>
      </header>
      {children}
    </article>
  )
}

interface FactProps {
  readonly name: string
  readonly hint?: string
  readonly children: ReactNode
}

export function Fact({ name, hint, children }: FactProps) {
  return (
    <div className="verify-fact">
      <dt>{name}</dt>
      <dd className="numbers">
        {children}
        {hint !== undefined && <span className="meta verify-hint">{hint}</span>}
      </dd>
    </div>
  )
}

export function NoteLine({
  tone,
  children,
}: {
  readonly tone: Tone
  readonly children: ReactNode
}) {
  const Icon = ICONS[tone]
  return (
    <li data-tone={tone}>
      <Icon aria-hidden="true" />
      <span>{children}</span>
    </li>
  )
}
