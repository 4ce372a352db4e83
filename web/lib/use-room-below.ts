import { type RefObject, useEffect } from 'react'

const PROPERTY = '--upload-card-room'

/** Tells the screens how much of their lower edge a card covers, so that a list can be scrolled clear of it: they keep `--foot-room`. */
export function useRoomBelow(card: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = card.current
    if (!element) return
    const { style } = document.documentElement
    const measure = () => {
      const floats = getComputedStyle(element).position === 'fixed' && element.offsetHeight > 0
      style.setProperty(PROPERTY, `${floats ? innerHeight - element.offsetTop : 0}px`)
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty(PROPERTY)
    }
  }, [card])
}
