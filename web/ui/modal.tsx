import './modal.css'
import type { ReactNode } from 'react'
import { Dialog, ModalOverlay, Modal as ModalPane } from 'react-aria-components'

interface ModalProps {
  readonly labelledBy: string
  readonly describedBy?: string
  /** An alert dialog is read out whole when it opens. */
  readonly role?: 'dialog' | 'alertdialog'
  readonly size?: 'medium' | 'wide'
  /** By Escape. A click beside the dialog closes nothing: what was typed would be lost. */
  readonly onDismiss: () => void
  readonly children: ReactNode
}

/** A modal dialog. The focus goes into it and returns when it closes. */
export function Modal({ labelledBy, describedBy, role = 'dialog', size = 'medium', onDismiss, children }: ModalProps) {
  return (
    <ModalOverlay className="scrim" isOpen onOpenChange={(isOpen) => !isOpen && onDismiss()}>
      <ModalPane className={size === 'wide' ? 'modal-frame modal-wide' : 'modal-frame'}>
        <Dialog className="modal" role={role} aria-labelledby={labelledBy} {...(describedBy ? { 'aria-describedby': describedBy } : {})}>
          {children}
        </Dialog>
      </ModalPane>
    </ModalOverlay>
  )
}
