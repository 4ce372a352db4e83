import './modal.css'
import type { ReactNode } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'

interface DrawerProps {
  readonly label: string
  readonly onDismiss: () => void
  readonly children: ReactNode
}

export function Drawer({ label, onDismiss, children }: DrawerProps) {
  return (
    <ModalOverlay
      className="scrim drawer-scrim"
      isOpen
      isDismissable
      onOpenChange={(isOpen) => !isOpen && onDismiss()}
    >
      <Modal className="drawer">
        <Dialog className="drawer-body" aria-label={label}>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
