import { type RefObject, useEffect, useEffectEvent } from 'react'

interface WhenNear {
  readonly place: RefObject<HTMLElement | null>
  /** What scrolls; left out: the page. */
  readonly scroller?: RefObject<HTMLElement | null>
  readonly isWaiting: boolean
  readonly onNear: () => void
}

/** Acts when a place comes near to what is seen, and anew each time that it starts to wait. */
export function useWhenNear({ place, scroller, isWaiting, onNear }: WhenNear): void {
  const act = useEffectEvent(onNear)
  useEffect(() => {
    if (!isWaiting || !place.current) return
    // Several may be told at once, the last as it is now.
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && act(), {
      root: scroller?.current ?? null,
      rootMargin: '400px',
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [place, scroller, isWaiting])
}
