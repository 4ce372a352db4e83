import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

interface FocusedRow {
  readonly scroller: RefObject<HTMLElement | null>
  readonly at: number
  readonly row: string
  readonly isLost: (focused: Element | null, held: boolean) => boolean
}

export function useFocusedRow({ scroller, at, row, isLost }: FocusedRow) {
  const held = useRef(false)
  const follows = useRef(false)
  const focusCurrent = () =>
    scroller.current
      ?.querySelector<HTMLElement>(`[data-index="${at}"]`)
      ?.focus({ preventScroll: true })
  useLayoutEffect(() => {
    const focused = document.activeElement
    const isGone = isLost(focused, held.current)
    const isElsewhere =
      focused instanceof HTMLElement &&
      focused.matches(row) &&
      focused.dataset['index'] !== String(at)
    if (!isGone && !isElsewhere && !follows.current) return
    follows.current = false
    focusCurrent()
  })
  const follow = () => {
    follows.current = true
  }
  const handlers = {
    onFocus({ target, currentTarget }: FocusEvent) {
      held.current = true
      if (target === currentTarget) focusCurrent()
    },
    onBlur({ relatedTarget, currentTarget }: FocusEvent) {
      held.current = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
    },
  }
  return { follow, handlers }
}
