import { type RefObject, useEffect, useEffectEvent } from 'react'

interface WhenNear {
  readonly place: RefObject<HTMLElement | null>
  readonly scroller?: RefObject<HTMLElement | null>
  readonly isWaiting: boolean
  readonly onNear: () => void
}

export function useWhenNear({ place, scroller, isWaiting, onNear }: WhenNear): void {
  const act = useEffectEvent(onNear)
  useEffect(() => {
    if (!isWaiting || !place.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.at(-1)?.isIntersecting && act(),
      {
        root: scroller?.current ?? null,
        rootMargin: '400px',
      },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [place, scroller, isWaiting])
}
