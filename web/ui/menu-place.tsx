import './menu.css'
import { type ReactNode, useRef } from 'react'
import { Modal, ModalOverlay, Popover } from 'react-aria-components'
import { useMediaQuery } from '../lib/use-media-query.ts'
import { useWayBack } from './use-focus-return.ts'

/** Where a menu opens: under the control that opened it, or at a point of the window. */
export type MenuAnchor = Element | { readonly x: number; readonly y: number }

interface MenuPlaceProps {
  readonly label: string
  readonly anchor: MenuAnchor
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Beside its anchor; on small screens a sheet from below, where thumbs are. */
export function MenuPlace({ label, anchor, onClose, children }: MenuPlaceProps) {
  const isSmall = useMediaQuery('(max-width: 767px)')
  const wayBack = useWayBack()
  const point = useRef<HTMLSpanElement>(null)
  const element = useRef(anchor instanceof Element ? anchor : null)
  const onOpenChange = (isOpen: boolean) => {
    if (!isOpen) onClose()
  }
  if (isSmall) {
    return (
      <ModalOverlay className="menu-scrim" isOpen isDismissable onOpenChange={onOpenChange}>
        <Modal ref={wayBack}>
          <div className="menu-sheet" role="dialog" aria-modal="true" aria-label={label}>
            {children}
          </div>
        </Modal>
      </ModalOverlay>
    )
  }
  const isPoint = !(anchor instanceof Element)
  return (
    <>
      {isPoint && <span ref={point} className="menu-point" style={{ left: anchor.x, top: anchor.y }} />}
      <Popover
        ref={wayBack}
        className="menu-popover"
        aria-label={label}
        triggerRef={isPoint ? point : element}
        placement={isPoint ? 'bottom start' : 'bottom end'}
        offset={4}
        isOpen
        onOpenChange={onOpenChange}
      >
        {children}
      </Popover>
    </>
  )
}
