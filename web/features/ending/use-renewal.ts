import { useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'

/** Reads the room anew. Where what had the focus goes with that, as the button of what was just done, `place` around it has the focus. */
export function useRenewal(roomId: number, place: RefObject<HTMLElement | null>): () => void {
  const queries = useQueryClient()
  const keepFocus = () => {
    if (document.activeElement === document.body) place.current?.focus()
  }
  return () => {
    // A dialog gives the focus back in the second frame after it is gone.
    const whenDrawn = () => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(keepFocus)))
    void queries.invalidateQueries({ queryKey: ['room', roomId] }).finally(whenDrawn)
  }
}
