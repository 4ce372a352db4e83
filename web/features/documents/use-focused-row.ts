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

/** Keeps the focus on the current row of a list: when it moves, when its place changes, when what held the focus is gone. */
export function useFocusedRow({ scroller, at, row, isLost }: FocusedRow) {
  const held = useRef(false)
  const follows = useRef(false)
  useLayoutEffect(() => {
    const focused = document.activeElement
    const isGone = isLost(focused, held.current)
    const isElsewhere = focused instanceof HTMLElement && focused.matches(row) && focused.dataset['index'] !== String(at)
    if (!isGone && !isElsewhere && !follows.current) return
    follows.current = false
    scroller.current?.querySelector<HTMLElement>(`[data-index="${at}"]`)?.focus({ preventScroll: true })
  })
  const follow = () => {
    follows.current = true
  }
  const handlers = {
    onFocus() {
      held.current = true
    },
    onBlur({ relatedTarget, currentTarget }: FocusEvent) {
      held.current = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
    },
  }
  return { follow, handlers }
}
