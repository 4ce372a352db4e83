import { useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'

export function useRenewal(roomId: number, place: RefObject<HTMLElement | null>): () => void {
  const queries = useQueryClient()
  const keepFocus = () => {
    if (document.activeElement === document.body) place.current?.focus()
  }
  return () => {
    // A dialog restores the focus in the second frame after closing.
    const whenDrawn = () =>
      requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(keepFocus)))
    void queries.invalidateQueries({ queryKey: ['room', roomId] }).finally(whenDrawn)
  }
}
