import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Manifest, PageSize } from './lease.ts'
import type { PageColumnHandle, ShownSize } from './page-column.tsx'
import { isSideways, type Turn, turnedBy } from './turn.ts'
import { useViewerKeys } from './use-viewer-keys.ts'
import type { ViewActions } from './view-menu.tsx'
import { clampZoom, FIT, scaleOf, type Zoom, zoomedIn, zoomedOut } from './zoom.ts'

const NO_PAGES: readonly PageSize[] = []
const UNKNOWN: ShownSize = { level: FIT, pageWidth: 0 }

/** Words that somebody comes for. */
export interface Sought {
  readonly words: string
  /** Where they were found. */
  readonly page: number
  /** Changes each time that somebody comes. */
  readonly visit: number
}

interface ReadingOptions {
  readonly panel: RefObject<HTMLElement | null>
  /** Undefined until the document is open. */
  readonly pages: readonly PageSize[] | undefined
  readonly unit: Manifest['unit'] | undefined
  readonly startPage: number
  readonly sought: Sought | undefined
  readonly onPage: (page: number) => void
  readonly onActivity: (() => void) | undefined
}

/** Where somebody is in a document and how it is looked at, for as long as it is open; and the keys that change it. */
export function useReading({ panel, pages = NO_PAGES, unit = 'point', startPage, sought, onPage, onActivity }: ReadingOptions) {
  const total = pages.length
  const [wanted, setWanted] = useState(startPage)
  const page = total === 0 ? wanted : Math.min(Math.max(wanted, 1), total)
  const [zoom, setZoom] = useState<Zoom>(FIT)
  const [{ level, pageWidth }, setSize] = useState(UNKNOWN)
  const [turn, setTurn] = useState<Turn>(0)
  const [isFinding, setFinding] = useState(sought !== undefined)
  const column = useRef<PageColumnHandle>(null)
  const findBar = useRef<{ focus(): void }>(null)

  const goTo = (number: number, share?: number) => column.current?.goTo(Math.min(Math.max(number, 1), total), share)
  const come = useEffectEvent((at: number | undefined) => {
    if (at === undefined || !sought) return
    setFinding(true)
    setWanted(sought.page)
    goTo(sought.page)
  })
  const visit = sought?.visit
  useEffect(() => come(visit), [visit])
  const paper = pages[page - 1]
  /** Undefined until a page is laid out. */
  const scale = paper && pageWidth > 0 ? scaleOf(pageWidth, isSideways(turn) ? paper.height : paper.width, unit) : undefined
  const actions: ViewActions = {
    trueSize: () => scale !== undefined && setZoom(clampZoom(level / scale)),
    fitWidth: () => setZoom(FIT),
    fitPage: () => setZoom({ fitsPage: page }),
    turnRight: () => setTurn((now) => turnedBy(now, 1)),
    turnLeft: () => setTurn((now) => turnedBy(now, -1)),
    find() {
      if (isFinding) findBar.current?.focus()
      else setFinding(true)
    },
    activity: onActivity,
  }
  const zoomIn = () => setZoom(zoomedIn(level))
  const zoomOut = () => setZoom(zoomedOut(level))
  useViewerKeys(panel, {
    zoomIn,
    zoomOut,
    fit: actions.fitWidth,
    previous: () => goTo(page - 1),
    next: () => goTo(page + 1),
    first: () => goTo(1),
    last: () => goTo(total),
    find: () => total > 0 && actions.find(),
  })
  return {
    total,
    page,
    zoom,
    level,
    scale,
    turn,
    isSideways: isSideways(turn),
    isFinding,
    sought,
    column,
    findBar,
    actions,
    goTo,
    zoomIn,
    zoomOut,
    setZoom,
    setSize,
    endFinding() {
      setFinding(false)
      column.current?.focus()
    },
    onPage(number: number) {
      setWanted(number)
      onPage(number)
    },
  }
}

export type Reading = ReturnType<typeof useReading>
