import './guide-cards.css'
import { BookOpen, X } from 'lucide-react'
import { type ComponentType, type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { type TextKey, useTranslation } from '../../lib/i18n.ts'
import { useRoomBelow } from '../../lib/use-room-below.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ActivityDrawing, AreasDrawing, InvitationDrawing, OrderDrawing, UploadDrawing } from './drawings.tsx'
import type { ShownCard } from './guides.ts'

interface CardContent {
  readonly Drawing: ComponentType
  readonly title: TextKey
  readonly steps: readonly TextKey[]
}

const CONTENTS: Readonly<Record<ShownCard, CardContent>> = {
  viewing: { Drawing: AreasDrawing, title: 'guide.viewing', steps: ['guide.viewing1', 'guide.viewing2', 'guide.viewing3'] },
  uploadFiles: { Drawing: UploadDrawing, title: 'guide.files', steps: ['guide.files1', 'guide.files2', 'guide.files3'] },
  uploadRoom: { Drawing: OrderDrawing, title: 'guide.order', steps: ['guide.order1', 'guide.order2', 'guide.order3'] },
  invitation: {
    Drawing: InvitationDrawing,
    title: 'guide.invitation',
    steps: ['guide.invitation1', 'guide.invitation2', 'guide.invitation3'],
  },
  activity: { Drawing: ActivityDrawing, title: 'guide.activity', steps: ['guide.activity1', 'guide.activity2', 'guide.activity3'] },
}

interface GuideCardsProps {
  /** At least one. */
  readonly cards: readonly ShownCard[]
  /** How often the guide was asked for; with each time the focus goes into it. 0 where it shows by itself: then nobody's focus is taken. */
  readonly asked: number
  readonly onClose: (card: ShownCard) => void
  readonly onManual: () => void
  /** Brings the guide back, and has the focus when it is gone. */
  readonly button: RefObject<HTMLElement | null>
}

/** The guide of a screen, beside the work and never over it: each card is closed by itself, by Escape as well while the focus is in it. */
export function GuideCards({ cards, asked, onClose, onManual, button }: GuideCardsProps) {
  const { t } = useTranslation()
  const guide = useRef<HTMLElement>(null)
  useRoomBelow(guide, '--guide-room')
  useEffect(() => {
    if (asked > 0) guide.current?.querySelector<HTMLElement>('.guide-card')?.focus()
  }, [asked])

  const close = (card: ShownCard) => {
    const next = [...(guide.current?.querySelectorAll<HTMLElement>('.guide-card') ?? [])].find(({ id }) => !id.endsWith(card))
    onClose(card)
    ;(next ?? button.current)?.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const last = cards.at(-1)
    if (event.key !== 'Escape' || !last) return
    // A document that is open beside it would take the key, too.
    event.preventDefault()
    event.stopPropagation()
    const within = cards.find((card) => event.target instanceof Element && event.target.closest(`.guide-card[id$="${card}"]`))
    close(within ?? last)
  }

  return (
    <section ref={guide} className="guide" aria-label={t('app.guide')} data-asked={asked > 0 || undefined} onKeyDown={onKeyDown}>
      <Announcement text={cards.map((card) => t(CONTENTS[card].title)).join(', ')} />
      <div className="guide-cards">
        {cards.map((card) => (
          <Card key={card} card={card} onClose={() => close(card)} />
        ))}
      </div>
      <Button size="small" variant="quiet" icon={BookOpen} aria-haspopup="dialog" onClick={onManual}>
        {t('guide.manual')}
      </Button>
    </section>
  )
}

/** Read out when the guide comes: what stands in it from the beginning would not be. */
function Announcement({ text }: { readonly text: string }) {
  const { t } = useTranslation()
  const [said, setSaid] = useState('')
  useEffect(() => setSaid(text), [text])
  return (
    <p className="hidden" role="status">
      {said && `${t('app.guide')}: ${said}`}
    </p>
  )
}

function Card({ card, onClose }: { readonly card: ShownCard; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const { Drawing, title, steps } = CONTENTS[card]
  return (
    <article id={`${id}-${card}`} className="guide-card" aria-labelledby={`${id}-title`} tabIndex={-1}>
      <Drawing />
      <div className="guide-card-head">
        <h2 id={`${id}-title`}>{t(title)}</h2>
        <IconButton icon={X} size="small" label={t('guide.close', { title: t(title) })} tip={t('common.close')} onClick={onClose} />
      </div>
      <ol>
        {steps.map((step) => (
          <li key={step}>{t(step)}</li>
        ))}
      </ol>
    </article>
  )
}
