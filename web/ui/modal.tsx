import { type ReactNode, useLayoutEffect, useRef } from 'react'

interface ModalProps {
  readonly labelledBy: string
  readonly className?: string
  readonly onDismiss: () => void
  readonly children: ReactNode
}

/** A modal dialog. The focus goes to its first control and returns when it closes; Escape dismisses it. */
export function Modal({ labelledBy, className = '', onDismiss, children }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null)

  // In the layout phase, since the browser returns the focus only while the element is still in the page.
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])

  return (
    <dialog
      ref={ref}
      className={`modal ${className}`}
      aria-labelledby={labelledBy}
      onCancel={(event) => {
        event.preventDefault()
        onDismiss()
      }}
    >
      {children}
    </dialog>
  )
}
