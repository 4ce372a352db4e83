import { useEffect, useEffectEvent, useRef } from 'react'

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
