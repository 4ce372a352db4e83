import { lazy, type RefObject, Suspense, useState } from 'react'
import {
  cardsByThemselves,
  GUIDES,
  GuideCards,
  helpAt,
  type ManualPlace,
  type ShownCard,
  useClosedGuides,
} from '../../features/guide/index.ts'
import { loadManual } from '../screens/load-manual.ts'
import { useApp } from '../use-app.ts'

export interface GuideLayerProps {
  readonly path: string
  readonly isGated: boolean
  readonly isViewing: boolean
  readonly asked: number
  readonly button: RefObject<HTMLElement | null>
}

interface OpenedGuide {
  readonly path: string
  readonly cards: readonly ShownCard[]
}

export function GuideLayer({ path, isGated, isViewing, asked, button }: GuideLayerProps) {
  const { i18n } = useApp()
  const [Manual] = useState(() =>
    lazy(async () => ({ default: (await loadManual(i18n)).ManualDialog })),
  )
  const [manual, setManual] = useState<ManualPlace>()
  const [opened, setOpened] = useState<OpenedGuide>()
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
      <Suspense>
        {manual && <Manual start={manual} onClose={() => setManual(undefined)} />}
      </Suspense>
    </>
  )
}
