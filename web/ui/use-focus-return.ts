import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** The way back of each dialog and menu that is open: what had the focus before it, and all that lies around that, from the inside out. */
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
 * For the element of a menu, which gives the focus back by itself: a dialog that opens out of it comes when the menu is about to go, and has
 * its way back from here.
 */
export function useWayBack(): (menu: HTMLElement | null) => void {
  const [way] = useState(() => wayBackFrom(document.activeElement))
  return useCallback(
    (menu) => {
      if (menu) waysBack.set(menu, way)
    },
    [way],
  )
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
  const isTaken = way.some((element) => {
    element.focus({ preventScroll: true })
    return document.activeElement === element && element !== body
  })
  // What opened the dialog was said in passing, and is gone.
  if (!isTaken) document.getElementById('main')?.focus({ preventScroll: true })
}
