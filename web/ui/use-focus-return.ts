import { type RefObject, useEffect, useRef, useState } from 'react'

/** Each open dialog's way back: what had the focus before it, and all that lies around that, from the inside out. */
const waysBack = new WeakMap<Element, readonly HTMLElement[]>()

/** Beyond a dialog the way goes on where that one came from: it may be gone as well by then. */
function wayBackFrom(focused: Element | null): readonly HTMLElement[] {
  const way: HTMLElement[] = []
  for (let element = focused; element instanceof HTMLElement; element = element.parentElement) {
    way.push(element)
    const further = waysBack.get(element)
    if (further) return [...way, ...further]
  }
  return way
}

/**
 * For the element of a dialog. React Aria gives the focus back in the frame after it is gone, but to nobody where what had the focus went
 * as well meanwhile: then the nearest thing around it that takes the focus has it.
 */
export function useFocusReturn(): RefObject<HTMLElement | null> {
  const dialog = useRef<HTMLElement>(null)
  const [way] = useState(() => wayBackFrom(document.activeElement))
  useEffect(() => {
    if (dialog.current) waysBack.set(dialog.current, way)
    return () => {
      requestAnimationFrame(() => requestAnimationFrame(() => returnBy(way)))
    }
  }, [way])
  return dialog
}

function returnBy(way: readonly HTMLElement[]): void {
  const { body } = document
  if (document.activeElement !== body) return
  way.some((element) => {
    element.focus({ preventScroll: true })
    return document.activeElement === element && element !== body
  })
}
