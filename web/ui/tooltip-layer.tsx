import './tooltip-layer.css'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { systemClock } from '../lib/browser/clock.ts'

const HOVER_MS = 500
const GAP = 8

interface Tip {
  readonly text: string
  readonly around: DOMRect
}

const tipOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest('[data-tip]') : null

/** Screen readers skip `data-tip`, which repeats names and descriptions. */
export function TooltipLayer() {
  const [tip, setTip] = useState<Tip>()
  useEffect(() => follow(setTip), [])
  return tip && <Bubble key={tip.text} tip={tip} />
}

function follow(show: (tip: Tip | undefined) => void): () => void {
  let cancel = () => {}
  const hide = () => {
    cancel()
    show(undefined)
  }
  const showFor = (element: Element) => {
    const text = element.getAttribute('data-tip')
    if (text && element.isConnected) show({ text, around: element.getBoundingClientRect() })
  }
  const onPointer = (event: PointerEvent) => {
    hide()
    const element = event.pointerType === 'mouse' ? tipOf(event.target) : null
    if (element) cancel = systemClock.after(HOVER_MS, () => showFor(element))
  }
  const onFocus = (event: FocusEvent) => {
    hide()
    const element = tipOf(event.target)
    if (element?.matches(':focus-visible')) showFor(element)
  }
  const listening = new AbortController()
  const options = { signal: listening.signal, capture: true, passive: true }
  document.addEventListener('pointerover', onPointer, options)
  document.addEventListener('focusin', onFocus, options)
  for (const name of ['pointerdown', 'keydown', 'scroll', 'focusout'] as const)
    document.addEventListener(name, hide, options)
  return () => {
    hide()
    listening.abort()
  }
}

function Bubble({ tip }: { readonly tip: Tip }) {
  const bubble = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = bubble.current
    if (!element) return
    // The top layer is above modal dialogs.
    element.showPopover()
    const { width, height } = element.getBoundingClientRect()
    const { left, right, top, bottom } = tip.around
    const x = Math.min(Math.max((left + right - width) / 2, GAP), innerWidth - width - GAP)
    const y = bottom + GAP + height > innerHeight ? top - GAP - height : bottom + GAP
    element.style.left = `${x}px`
    element.style.top = `${y}px`
  }, [tip])
  return (
    <div ref={bubble} className="tooltip" popover="manual" aria-hidden="true">
      {tip.text}
    </div>
  )
}
