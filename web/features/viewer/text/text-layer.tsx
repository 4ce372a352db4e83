import './text-layer.css'
import { type PointerEvent, useLayoutEffect, useRef } from 'react'
import type { PageSize, PageText } from '../lease.ts'
import type { PageFacts } from '../page-facts.ts'
import { usePageFact } from '../use-page-fact.ts'
import { fillTextLayer } from './fill-text-layer.ts'
import { holdSelection } from './hold-selection.ts'

interface TextLayerProps {
  readonly facts: PageFacts<PageText>
  readonly page: number
  readonly size: PageSize
  /** CSS pixels for a unit of the page. */
  readonly scale: number
  readonly isSelectable: boolean
}

/** The words of a page where they stand in its image: for screen readers, and for those who may select them. */
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
