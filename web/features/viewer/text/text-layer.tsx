import './text-layer.css'
import { type PointerEvent, useLayoutEffect, useRef } from 'react'
import type { PageSize, PageText } from '../opening/lease.ts'
import type { PageFacts } from '../page/page-facts.ts'
import { usePageFact } from '../page/use-page-fact.ts'
import { fillTextLayer } from './fill-text-layer.ts'

interface TextLayerProps {
  readonly facts: PageFacts<PageText>
  readonly page: number
  readonly size: PageSize
  readonly scale: number
  readonly isSelectable: boolean
}

const movesStart = (range: Range, before: Range | undefined): boolean =>
  before !== undefined &&
  (range.compareBoundaryPoints(Range.END_TO_END, before) === 0 ||
    range.compareBoundaryPoints(Range.START_TO_END, before) === 0)

/**
 * Over empty places, browsers extend selections to the preceding element. An empty element at the moving end prevents that, as in
 * pdf.js.
 */
function holdSelection(layer: HTMLElement): void {
  const rest = document.createElement('div')
  rest.className = 'viewer-text-rest'
  layer.append(rest)
  const moving = new AbortController()
  let before: Range | undefined

  const follow = () => {
    const selection = document.getSelection()
    if (!selection || selection.rangeCount === 0) return
    const range = selection.getRangeAt(0)
    const isStart = movesStart(range, before)
    before = range.cloneRange()
    const end = isStart ? range.startContainer : range.endContainer
    const word = end instanceof Text ? end.parentElement : null
    if (word?.parentElement === layer) layer.insertBefore(rest, isStart ? word : word.nextSibling)
  }
  const end = () => {
    moving.abort()
    rest.remove()
  }
  const { signal } = moving
  document.addEventListener('selectionchange', follow, { signal })
  for (const name of ['pointerup', 'pointercancel'] as const)
    addEventListener(name, end, { signal })
}

export function TextLayer({ facts, page, size, scale, isSelectable }: TextLayerProps) {
  const layer = useRef<HTMLDivElement>(null)
  const runs = usePageFact(facts, page)?.runs
  useLayoutEffect(() => {
    if (layer.current && runs) fillTextLayer(layer.current, runs)
  }, [runs])
  const onPointerDown = ({ currentTarget, button }: PointerEvent<HTMLElement>) => {
    if (isSelectable && button === 0) holdSelection(currentTarget)
  }
  return (
    <div
      ref={layer}
      className="viewer-text"
      style={{ width: size.width, height: size.height, transform: `scale(${scale})` }}
      data-selectable={isSelectable || undefined}
      onPointerDown={onPointerDown}
    />
  )
}
