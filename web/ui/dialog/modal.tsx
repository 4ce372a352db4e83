import './modal.css'
import { type ReactNode, type RefObject, useEffect } from 'react'
import { Dialog, ModalOverlay, Modal as ModalPane } from 'react-aria-components'
import { Button } from '../button.tsx'
import { useFocusReturn } from './use-focus-return.ts'

interface ModalProps {
  readonly labelledBy: string
  readonly describedBy?: string
  readonly role?: 'dialog' | 'alertdialog'
  readonly size?: 'medium' | 'wide'
  /** A click outside would lose typed text, so only Escape dismisses. */
  readonly onDismiss: () => void
  readonly initialFocus?: RefObject<HTMLElement | null>
  readonly children: ReactNode
}

export function Modal({
  labelledBy,
  describedBy,
  role = 'dialog',
  size = 'medium',
  onDismiss,
  initialFocus,
  children,
}: ModalProps) {
  const dialog = useFocusReturn()
  // An earlier focus would return to a dialog below.
  useEffect(() => initialFocus?.current?.focus(), [initialFocus])
  return (
    <ModalOverlay className="scrim" isOpen onOpenChange={(isOpen) => !isOpen && onDismiss()}>
      <ModalPane className={size === 'wide' ? 'modal-frame modal-wide' : 'modal-frame'}>
        <Dialog
          ref={dialog}
          className="modal"
          role={role}
          aria-labelledby={labelledBy}
          {...(describedBy ? { 'aria-describedby': describedBy } : {})}
        >
          {children}
        </Dialog>
      </ModalPane>
    </ModalOverlay>
  )
}

interface ModalCloseProps {
  readonly onClick: () => void
  readonly children: string
}

export function ModalClose({ onClick, children }: ModalCloseProps) {
  return (
    <div className="modal-buttons">
      <Button autoFocus variant="primary" onClick={onClick}>
        {children}
      </Button>
    </div>
  )
}
