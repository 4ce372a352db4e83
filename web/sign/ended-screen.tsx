import { CircleSlash, Clock3, Link2Off, type LucideIcon, Undo2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from '../lib/i18n.ts'
import { Button } from '../ui/button.tsx'

export type EndedKind =
  | 'link'
  | 'expired'
  | 'cancelled'
  | 'declined'
  | 'declinedByYou'
  | 'notYet'
  | 'closed'

const ICONS: Readonly<Record<EndedKind, LucideIcon>> = {
  link: Link2Off,
  expired: Clock3,
  cancelled: Undo2,
  declined: CircleSlash,
  declinedByYou: CircleSlash,
  notYet: Clock3,
  closed: CircleSlash,
}

interface EndedScreenProps {
  readonly kind: EndedKind
  readonly onRetry: () => Promise<void>
}

export function EndedScreen({ kind, onRetry }: EndedScreenProps) {
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const Icon = ICONS[kind]
  return (
    <div className="sign-ended">
      <Icon aria-hidden="true" />
      <h1 ref={heading} className="title" tabIndex={-1}>
        {t(`sign.${kind}Title`)}
      </h1>
      <p>{t(`sign.${kind}Text`)}</p>
      {kind === 'notYet' && <Button onClick={() => void onRetry()}>{t('sign.lookAgain')}</Button>}
    </div>
  )
}
