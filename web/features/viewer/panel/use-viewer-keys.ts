import { type RefObject, useEffect, useEffectEvent } from 'react'
import { FIND_KEYS } from '../../../lib/input/find-keys.ts'
import { isComposing } from '../../../lib/input/is-composing.ts'

interface ViewerKeys {
  readonly zoomIn: () => void
  readonly zoomOut: () => void
  readonly fit: () => void
  readonly previous: () => void
  readonly next: () => void
  readonly first: () => void
  readonly last: () => void
  readonly find: () => void
}

const KEYS: Readonly<Record<string, keyof ViewerKeys>> = {
  '+': 'zoomIn',
  '=': 'zoomIn',
  '-': 'zoomOut',
  PageUp: 'previous',
  PageDown: 'next',
  Home: 'first',
  End: 'last',
}

const EVERYWHERE: ReadonlySet<string> = new Set(['find'])

const withControl = (key: string): keyof ViewerKeys | undefined =>
  key === '0' ? 'fit' : FIND_KEYS.includes(key) ? 'find' : undefined

function meaningOf(event: KeyboardEvent): keyof ViewerKeys | undefined {
  if (event.altKey || isComposing(event)) return undefined
  if (event.ctrlKey || event.metaKey) return event.shiftKey ? undefined : withControl(event.key)
  return KEYS[event.key]
}

export function useViewerKeys(panel: RefObject<HTMLElement | null>, keys: ViewerKeys): void {
  const act = useEffectEvent((meaning: keyof ViewerKeys) => keys[meaning]())
  useEffect(() => {
    const element = panel.current
    if (!element) return undefined
    const listen = (event: KeyboardEvent) => {
      const meaning = meaningOf(event)
      if (
        !meaning ||
        event.defaultPrevented ||
        (event.target instanceof HTMLInputElement && !EVERYWHERE.has(meaning))
      )
        return
      event.preventDefault()
      act(meaning)
    }
    element.addEventListener('keydown', listen)
    return () => element.removeEventListener('keydown', listen)
  }, [panel])
}
