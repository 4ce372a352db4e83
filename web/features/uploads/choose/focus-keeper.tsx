import { type ReactNode, useLayoutEffect, useRef } from 'react'

export function FocusKeeper({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const element = place.current
    const card = element?.closest<HTMLElement>('.upload-card')
    return () => {
      if (element?.contains(document.activeElement)) card?.focus()
    }
  }, [])
  return (
    <span ref={place} className="upload-row-action">
      {children}
    </span>
  )
}
