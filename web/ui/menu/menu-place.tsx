import './menu.css'
import { type ReactNode, useCallback, useRef } from 'react'
import { Modal, ModalOverlay, Popover } from 'react-aria-components'
import { useMediaQuery } from '../../lib/browser/use-media-query.ts'
import { useWayBack } from '../dialog/use-focus-return.ts'

export type MenuAnchor = Element | { readonly x: number; readonly y: number }

const OFFSET = 4
const EDGE = 12

function withRoom(anchor: DOMRect, menuHeight: number): DOMRect {
  const below = innerHeight - anchor.bottom - OFFSET - EDGE
  const above = anchor.top - OFFSET - EDGE
  if (menuHeight <= Math.max(below, above)) return anchor
  return new DOMRect(
    anchor.x,
    Math.max(innerHeight - EDGE - menuHeight, EDGE) - OFFSET,
    anchor.width,
    0,
  )
}

interface MenuPlaceProps {
  readonly label: string
  readonly anchor: MenuAnchor
  readonly onClose: () => void
  readonly children: ReactNode
}

export function MenuPlace({ label, anchor, onClose, children }: MenuPlaceProps) {
  const isSmall = useMediaQuery('(max-width: 767px)')
  const wayBack = useWayBack()
  const point = useRef<HTMLSpanElement>(null)
  const element = useRef(anchor instanceof Element ? anchor : null)
  const popover = useRef<HTMLElement>(null)
  const keep = useCallback(
    (shown: HTMLElement | null) => {
      popover.current = shown
      wayBack(shown)
    },
    [wayBack],
  )
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
      {isPoint && (
        <span ref={point} className="menu-point" style={{ left: anchor.x, top: anchor.y }} />
      )}
      <Popover
        ref={keep}
        className="menu-popover"
        aria-label={label}
        triggerRef={isPoint ? point : element}
        placement={isPoint ? 'bottom start' : 'bottom end'}
        offset={OFFSET}
        containerPadding={EDGE}
        getTargetRect={(target) =>
          withRoom(
            target.getBoundingClientRect(),
            Math.ceil(popover.current?.getBoundingClientRect().height ?? 0),
          )
        }
        isOpen
        onOpenChange={onOpenChange}
      >
        {children}
      </Popover>
    </>
  )
}
