import type { ReactNode, Ref } from 'react'

interface ScrollAreaProps {
  readonly label: string
  readonly className: string
  readonly ref?: Ref<HTMLElement>
  readonly children: ReactNode
}

/** With the focus, the keyboard can scroll it. */
export function ScrollArea({ label, className, ref, children }: ScrollAreaProps) {
  return (
    <section ref={ref} className={className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
