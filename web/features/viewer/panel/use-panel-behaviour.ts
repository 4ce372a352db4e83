import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { isCovered } from '../../../lib/browser/is-covered.ts'
import { isComposing } from '../../../lib/input/is-composing.ts'

type Panel = RefObject<HTMLElement | null>

export function useFirstFocus(panel: Panel): void {
  useEffect(() => {
    if (matchMedia('(max-width: 1279px)').matches) panel.current?.focus({ preventScroll: true })
  }, [panel])
}

const SPARED = '[inert], [data-above]'

export function useCover(panel: Panel, isCovering: boolean): void {
  useLayoutEffect(() => {
    if (!isCovering) return undefined
    const covered: Element[] = []
    for (
      let element: Element | null = panel.current;
      element && element.parentElement !== document.body;
      element = element.parentElement
    ) {
      const others = [...(element.parentElement?.children ?? [])].filter(
        (other) => other !== element && !other.matches(SPARED),
      )
      covered.push(...others)
    }
    for (const element of covered) element.setAttribute('inert', '')
    return () => {
      for (const element of covered) element.removeAttribute('inert')
    }
  }, [panel, isCovering])
}

const FIELD = 'input, textarea, select, [contenteditable]'

export function useEscape(panel: Panel, onEscape: () => void): void {
  const leave = useEffectEvent(onEscape)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isComposing(event) || event.defaultPrevented) return
      const { target } = event
      const isElsewhere =
        target instanceof Element &&
        target.matches(FIELD) &&
        panel.current?.contains(target) !== true
      if (!isElsewhere && !isCovered()) leave()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [panel])
}

export function useSwitchKey(panel: Panel, enter: () => void): void {
  const go = useEffectEvent(enter)
  useEffect(() => {
    let from: Element | null = null
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || event.altKey || event.ctrlKey || event.metaKey || isCovered())
        return
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

export function useFocusKept(panel: Panel): void {
  useLayoutEffect(
    () => () => {
      if (panel.current?.contains(document.activeElement))
        panel.current.focus({ preventScroll: true })
    },
    [panel],
  )
}
