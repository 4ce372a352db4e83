import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { LeasePages, PageSize } from './opening/lease.ts'
import type { PageColumnHandle, ShownSize } from './page/page-column.tsx'
import { isSideways, type QuarterTurns, rotatedBy } from './page/rotation.ts'
import { useViewerKeys } from './panel/use-viewer-keys.ts'
import type { ViewActions } from './panel/view-menu.tsx'
import { clampZoom, FIT, scaleOf, type Zoom, zoomedIn, zoomedOut } from './panel/zoom.ts'

const NO_PAGES: readonly PageSize[] = []
const UNKNOWN: ShownSize = { level: FIT, pageWidth: 0 }

export interface Searched {
  readonly words: string
  readonly page: number
  readonly visit: number
}

interface ReadingOptions {
  readonly panel: RefObject<HTMLElement | null>
  readonly pages: readonly PageSize[] | undefined
  readonly unit: LeasePages['unit'] | undefined
  readonly startPage: number
  readonly searched: Searched | undefined
  readonly onPage: (page: number) => void
  readonly onActivity: (() => void) | undefined
}

export function useReading({
  panel,
  pages = NO_PAGES,
  unit = 'point',
  startPage,
  searched,
  onPage,
  onActivity,
}: ReadingOptions) {
  const total = pages.length
  const [wanted, setWanted] = useState(startPage)
  const page = total === 0 ? wanted : Math.min(Math.max(wanted, 1), total)
  const [zoom, setZoom] = useState<Zoom>(FIT)
  const [{ level, pageWidth }, setSize] = useState(UNKNOWN)
  const [rotation, setRotation] = useState<QuarterTurns>(0)
  const [isFinding, setFinding] = useState(searched !== undefined)
  const column = useRef<PageColumnHandle>(null)
  const findBar = useRef<{ focus(): void }>(null)

  const goTo = (number: number, share?: number) =>
    column.current?.goTo(Math.min(Math.max(number, 1), total), share)
  const come = useEffectEvent((at: number | undefined) => {
    if (at === undefined || !searched) return
    setFinding(true)
    setWanted(searched.page)
    goTo(searched.page)
  })
  const visit = searched?.visit
  useEffect(() => come(visit), [visit])
  const paper = pages[page - 1]
  const scale =
    paper && pageWidth > 0
      ? scaleOf(pageWidth, isSideways(rotation) ? paper.height : paper.width, unit)
      : undefined
  const actions: ViewActions = {
    trueSize: () => scale !== undefined && setZoom(clampZoom(level / scale)),
    fitWidth: () => setZoom(FIT),
    fitPage: () => setZoom({ fitsPage: page }),
    turnRight: () => setRotation((now) => rotatedBy(now, 1)),
    turnLeft: () => setRotation((now) => rotatedBy(now, -1)),
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
    rotation,
    isSideways: isSideways(rotation),
    isFinding,
    searched,
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

export type ViewerReading = ReturnType<typeof useReading>
