import { useEffect, useEffectEvent, useRef } from 'react'

/** Takes the focus once after the operator returns. */
export function useReturn(isReturnedFrom: boolean, onReturned: () => void) {
  const button = useRef<HTMLButtonElement>(null)
  const take = useEffectEvent(() => {
    button.current?.focus()
    onReturned()
  })
  useEffect(() => {
    if (isReturnedFrom) take()
  }, [isReturnedFrom])
  return button
}
