import './guide-cards.css'
import { BookOpen, ChevronDown, X } from 'lucide-react'
import {
  type ComponentType,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useMediaQuery } from '../../lib/browser/use-media-query.ts'
import { type TextKey, useTranslation } from '../../lib/i18n.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import {
  ActivityDrawing,
  AreasDrawing,
  InvitationDrawing,
  OrderDrawing,
  QuestionsDrawing,
  UploadDrawing,
} from './drawings.tsx'
import type { ShownCard } from './guides.ts'

interface CardContent {
  readonly Drawing: ComponentType
  readonly title: TextKey
  readonly steps: readonly TextKey[]
}

const CONTENTS: Readonly<Record<ShownCard, CardContent>> = {
  viewing: {
    Drawing: AreasDrawing,
    title: 'guide.viewing',
    steps: ['guide.viewing1', 'guide.viewing2', 'guide.viewing3'],
  },
  uploadFiles: {
    Drawing: UploadDrawing,
    title: 'guide.files',
    steps: ['guide.files1', 'guide.files2', 'guide.files3'],
  },
  uploadRoom: {
    Drawing: OrderDrawing,
    title: 'guide.order',
    steps: ['guide.order1', 'guide.order2', 'guide.order3'],
  },
  invitation: {
    Drawing: InvitationDrawing,
    title: 'guide.invitation',
    steps: ['guide.invitation1', 'guide.invitation2', 'guide.invitation3'],
  },
  activity: {
    Drawing: ActivityDrawing,
    title: 'guide.activity',
    steps: ['guide.activity1', 'guide.activity2', 'guide.activity3'],
  },
  asking: {
    Drawing: QuestionsDrawing,
    title: 'guide.asking',
    steps: ['guide.asking1', 'guide.asking2', 'guide.asking3'],
  },
  answering: {
    Drawing: QuestionsDrawing,
    title: 'guide.answering',
    steps: ['guide.answering1', 'guide.answering2', 'guide.answering3'],
  },
}

interface GuideCardsProps {
  readonly cards: readonly ShownCard[]
  readonly asked: number
  readonly onClose: (card: ShownCard) => void
  readonly onManual: () => void
  readonly button: RefObject<HTMLElement | null>
}

export function GuideCards({ cards, asked, onClose, onManual, button }: GuideCardsProps) {
  const { t } = useTranslation()
  const guide = useRef<HTMLElement>(null)
  const { unfolded, toggle } = useUnfolded(cards, asked)
  useEffect(() => {
    if (asked > 0) guide.current?.querySelector<HTMLElement>('.guide-card')?.focus()
  }, [asked])

  const close = (card: ShownCard) => {
    const next = [...(guide.current?.querySelectorAll<HTMLElement>('.guide-card') ?? [])].find(
      ({ id }) => !id.endsWith(card),
    )
    onClose(card)
    ;(next ?? button.current)?.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const last = cards.at(-1)
    if (event.key !== 'Escape' || !last) return
    event.preventDefault()
    event.stopPropagation()
    const within = cards.find(
      (card) =>
        event.target instanceof Element && event.target.closest(`.guide-card[id$="${card}"]`),
    )
    close(within ?? last)
  }

  return (
    <section
      ref={guide}
      className="guide"
      aria-label={t('app.guide')}
      data-asked={asked > 0 || undefined}
      onKeyDown={onKeyDown}
    >
      <Announcement text={cards.map((card) => t(CONTENTS[card].title)).join(', ')} />
      <div className="guide-cards">
        {cards.map((card) => (
          <Card
            key={card}
            card={card}
            isUnfolded={card === unfolded}
            onToggle={() => toggle(card)}
            onClose={() => close(card)}
          />
        ))}
      </div>
      <Button
        size="small"
        variant="quiet"
        icon={BookOpen}
        aria-haspopup="dialog"
        onClick={onManual}
      >
        {t('guide.manual')}
      </Button>
    </section>
  )
}

function useUnfolded(cards: readonly ShownCard[], asked: number) {
  const hasSide = useMediaQuery('(min-width: 1280px)')
  const [chosen, setChosen] = useState<{
    readonly asked: number
    readonly card: ShownCard | undefined
  }>()
  const isChosen =
    chosen?.asked === asked && (chosen.card === undefined || cards.includes(chosen.card))
  const first = hasSide || asked > 0 ? cards[0] : undefined
  const unfolded = isChosen ? chosen.card : first
  return {
    unfolded,
    toggle: (card: ShownCard) => setChosen({ asked, card: card === unfolded ? undefined : card }),
  }
}

/** Screen readers do not announce initial content. */
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

interface CardProps {
  readonly card: ShownCard
  readonly isUnfolded: boolean
  readonly onToggle: () => void
  readonly onClose: () => void
}

function Card({ card, isUnfolded, onToggle, onClose }: CardProps) {
  const { t } = useTranslation()
  const id = useId()
  const { Drawing, title, steps } = CONTENTS[card]
  return (
    <article
      id={`${id}-${card}`}
      className="guide-card"
      aria-labelledby={`${id}-title`}
      tabIndex={-1}
    >
      <div className="guide-card-head">
        <h2 id={`${id}-title`}>
          <button
            type="button"
            className="guide-card-title"
            aria-expanded={isUnfolded}
            aria-controls={`${id}-steps`}
            onClick={onToggle}
          >
            <ChevronDown />
            <span className="ellipsis">{t(title)}</span>
          </button>
        </h2>
        <IconButton
          icon={X}
          size="small"
          label={t('guide.close', { title: t(title) })}
          tip={t('common.close')}
          onClick={onClose}
        />
      </div>
      <div id={`${id}-steps`} className="guide-card-steps" hidden={!isUnfolded}>
        <Drawing />
        <ol>
          {steps.map((step) => (
            <li key={step}>{t(step)}</li>
          ))}
        </ol>
      </div>
    </article>
  )
}
