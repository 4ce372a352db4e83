import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

interface FocusedRow {
  readonly scroller: RefObject<HTMLElement | null>
  /** The current row, by its place in the list. */
  readonly at: number
  /** Selector of a row. */
  readonly row: string
  /** Whether the focus has nobody any more; `held`: it was in the list. */
  readonly isLost: (focused: Element | null, held: boolean) => boolean
}

/** Keeps the focus on the current row of a list: when it moves, when its place changes, when what held the focus is gone, when the list itself is given it. */
export function useFocusedRow({ scroller, at, row, isLost }: FocusedRow) {
  const held = useRef(false)
  const follows = useRef(false)
  const focusCurrent = () => scroller.current?.querySelector<HTMLElement>(`[data-index="${at}"]`)?.focus({ preventScroll: true })
  useLayoutEffect(() => {
    const focused = document.activeElement
    const isGone = isLost(focused, held.current)
    const isElsewhere = focused instanceof HTMLElement && focused.matches(row) && focused.dataset['index'] !== String(at)
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
