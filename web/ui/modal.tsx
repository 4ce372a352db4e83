import './modal.css'
import { type ReactNode, type RefObject, useEffect } from 'react'
import { Dialog, ModalOverlay, Modal as ModalPane } from 'react-aria-components'
import { Button } from './button.tsx'
import { useFocusReturn } from './use-focus-return.ts'

interface ModalProps {
  readonly labelledBy: string
  readonly describedBy?: string
  /** An alert dialog is read out whole when it opens. */
  readonly role?: 'dialog' | 'alertdialog'
  readonly size?: 'medium' | 'wide'
  /** By Escape. A click beside the dialog closes nothing: what was typed would be lost. */
  readonly onDismiss: () => void
  /** What has the focus first; else the dialog itself, or what asks for it by `autoFocus`. */
  readonly initialFocus?: RefObject<HTMLElement | null>
  readonly children: ReactNode
}

/** A modal dialog. The focus goes into it and returns when it closes, to what is left of where it was. */
export function Modal({ labelledBy, describedBy, role = 'dialog', size = 'medium', onDismiss, initialFocus, children }: ModalProps) {
  const dialog = useFocusReturn()
  // Over another dialog, the one below would take an earlier focus back.
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

/** The foot of a dialog that only tells something, or in which each change takes effect by itself. It has the focus first. */
export function ModalClose({ onClick, children }: ModalCloseProps) {
  return (
    <div className="modal-buttons">
      <Button autoFocus variant="primary" onClick={onClick}>
        {children}
      </Button>
    </div>
  )
}
