import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { isComposing } from '../../lib/is-composing.ts'
import { isCovered } from '../../lib/is-covered.ts'

type Panel = RefObject<HTMLElement | null>

/** Takes the focus on opening where the panel takes most of the window; else the list keeps it and goes on moving the preview. */
export function useFirstFocus(panel: Panel): void {
  useEffect(() => {
    if (matchMedia('(max-width: 1279px)').matches) panel.current?.focus({ preventScroll: true })
  }, [panel])
}

/** Out of reach already, or above the whole screen, whatever fills it. */
const SPARED = '[inert], [data-above]'

/** While the panel covers the window, what lies below it is out of reach. What floats above (dialogs, messages) hangs in the body itself. */
export function useCover(panel: Panel, isCovering: boolean): void {
  useLayoutEffect(() => {
    if (!isCovering) return undefined
    const covered: Element[] = []
    for (let element: Element | null = panel.current; element && element.parentElement !== document.body; element = element.parentElement) {
      const others = [...(element.parentElement?.children ?? [])].filter((other) => other !== element && !other.matches(SPARED))
      covered.push(...others)
    }
    for (const element of covered) element.setAttribute('inert', '')
    return () => {
      for (const element of covered) element.removeAttribute('inert')
    }
  }, [panel, isCovering])
}

const FIELD = 'input, textarea, select, [contenteditable]'

/** Hears Escape in the panel and beside it, save where a field, a menu or a dialog means itself. */
export function useEscape(panel: Panel, onEscape: () => void): void {
  const leave = useEffectEvent(onEscape)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isComposing(event) || event.defaultPrevented) return
      const { target } = event
      const isElsewhere = target instanceof Element && target.matches(FIELD) && panel.current?.contains(target) !== true
      if (!isElsewhere && !isCovered()) leave()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [panel])
}

/** F6 leads from the list into the document, and back to where the focus came from. */
export function useSwitchKey(panel: Panel, enter: () => void): void {
  const go = useEffectEvent(enter)
  useEffect(() => {
    let from: Element | null = null
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || event.altKey || event.ctrlKey || event.metaKey || isCovered()) return
      event.preventDefault()
      const { activeElement } = document
      if (panel.current?.contains(activeElement) !== true) {
        from = activeElement
        go()
      } else if (from instanceof HTMLElement && from.isConnected) from.focus()
      else document.getElementById('main')?.focus()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [panel])
}

/** When the content is replaced while the focus is in it, the panel itself keeps the focus. */
export function useFocusKept(panel: Panel): void {
  useLayoutEffect(
    () => () => {
      // Read now: when the content was mounted, the panel around it was not there yet.
      if (panel.current?.contains(document.activeElement)) panel.current.focus({ preventScroll: true })
    },
    [panel],
  )
}
