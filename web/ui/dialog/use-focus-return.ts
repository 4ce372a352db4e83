import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** Maps to the previous focus and its ancestors, innermost first. */
const waysBack = new WeakMap<Element, readonly HTMLElement[]>()

/** A surrounding dialog may have closed meanwhile. */
function wayBackFrom(focused: Element | null): readonly HTMLElement[] {
  const way: HTMLElement[] = []
  for (let element = focused; element instanceof HTMLElement; element = element.parentElement) {
    way.push(element)
    const further = waysBack.get(element)
    if (further) return [...way, ...further]
  }
  return way
}

export function useWayBack(): (menu: HTMLElement | null) => void {
  const [way] = useState(() => wayBackFrom(document.activeElement))
  return useCallback(
    (menu) => {
      if (menu) waysBack.set(menu, way)
    },
    [way],
  )
}

/** React Aria restores the focus a frame later. A missing target's nearest focusable ancestor gets it. */
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
  if (!isTaken) document.getElementById('main')?.focus({ preventScroll: true })
}
