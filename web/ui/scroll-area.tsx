import type { ReactNode, Ref } from 'react'

interface ScrollAreaProps {
  readonly label: string
  readonly className: string
  readonly ref?: Ref<HTMLElement>
  readonly children: ReactNode
}

/** A text that scrolls within the screen. It takes the focus, so that it can be scrolled by key. */
export function ScrollArea({ label, className, ref, children }: ScrollAreaProps) {
  return (
    <section ref={ref} className={className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
