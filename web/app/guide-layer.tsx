import { lazy, type RefObject, Suspense, useState } from 'react'
import {
  cardsByThemselves,
  GUIDES,
  GuideCards,
  helpAt,
  type ManualPlace,
  type ShownCard,
  useClosedGuides,
} from '../features/guide/index.ts'
import { useHouse } from './house-context.ts'
import { loadManual } from './load-manual.ts'

export interface GuideLayerProps {
  /** Of the screen that is open. */
  readonly path: string
  /** The operator area is not open yet. */
  readonly isGated: boolean
  /** The room is looked at as another person: then nothing shows by itself, and nothing is remembered. */
  readonly isViewing: boolean
  /** How often help was asked for. */
  readonly asked: number
  /** By which it is asked for. */
  readonly button: RefObject<HTMLElement | null>
}

/** A guide that was asked for. */
interface Opened {
  readonly path: string
  readonly cards: readonly ShownCard[]
}

/** What helps on the screen: its guide, which shows by itself until it is closed, and the manual. */
export function GuideLayer({ path, isGated, isViewing, asked, button }: GuideLayerProps) {
  const { i18n } = useHouse()
  const [Manual] = useState(() => lazy(async () => ({ default: (await loadManual(i18n)).ManualDialog })))
  const [manual, setManual] = useState<ManualPlace>()
  const [opened, setOpened] = useState<Opened>()
  const [answered, setAnswered] = useState(0)
  const { closed, close } = useClosedGuides(!isViewing)
  const help = helpAt(path, isGated)

  if (opened && opened.path !== path) setOpened(undefined)
  if (asked !== answered) {
    setAnswered(asked)
    if (help.guide === undefined) setManual(help.manual)
    else setOpened({ path, cards: GUIDES[help.guide] })
  }

  const cards = opened?.cards ?? cardsByThemselves(help, closed)
  const closeCard = (card: ShownCard) => {
    if (opened) {
      const left = opened.cards.filter((other) => other !== card)
      setOpened({ path, cards: left })
    }
    if (!closed?.includes(card)) close(card)
  }
  return (
    <>
      {cards.length > 0 && (
        <GuideCards
          key={path}
          cards={cards}
          asked={opened ? asked : 0}
          onClose={closeCard}
          onManual={() => setManual({ number: 1 })}
          button={button}
        />
      )}
      <Suspense>{manual && <Manual start={manual} onClose={() => setManual(undefined)} />}</Suspense>
    </>
  )
}
