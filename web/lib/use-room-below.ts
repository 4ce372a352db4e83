import { type RefObject, useEffect } from 'react'

/**
 * Tells the screens how much of their lower edge is covered, so that a list can be scrolled clear of it: they keep `--foot-room`, the most
 * that anything takes.
 * @param property `--upload-card-room` or `--guide-room`; 0 for what does not float.
 */
export function useRoomBelow(card: RefObject<HTMLElement | null>, property: `--${string}-room`): void {
  useEffect(() => {
    const element = card.current
    if (!element) return
    const { style } = document.documentElement
    const measure = () => {
      const floats = getComputedStyle(element).position === 'fixed' && element.offsetHeight > 0
      style.setProperty(property, `${floats ? innerHeight - element.offsetTop : 0}px`)
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty(property)
    }
  }, [card, property])
}
