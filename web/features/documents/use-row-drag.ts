import { type DragEvent as ReactDragEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { Item } from '../../../contract/features/documents.ts'
import { systemClock } from '../../lib/clock.ts'
import { closest, isCommand } from './grid-targets.ts'

/** What rows are dragged as; a drag of another origin has it not. */
const DRAGGED = 'application/x-sealroom-items'
/** A closed folder opens when something is held over it for so long. */
const OPEN_MS = 1_000
/** Near its edges the list scrolls, the faster the nearer. */
const EDGE_PX = 64
const SPEED = 0.4

export interface DropFolder {
  readonly id: number
  readonly name: string
  /** From the root, where it is known: of a folder of the tree. */
  readonly path?: string | undefined
}

interface RowDrag {
  readonly scroller: RefObject<HTMLElement | null>
  /** Drawn beside the pointer, with what is dragged in words. */
  readonly ghost: RefObject<HTMLElement | null>
  readonly ghostText: (items: readonly Item[]) => string
  readonly mayDrop: (items: readonly Item[], folder: DropFolder) => boolean
  readonly onDrop: (items: readonly Item[], folder: DropFolder, isCopy: boolean) => void
  /** `isInTree`: not in the list. */
  readonly onHold: (folder: number, isInTree: boolean) => void
}

/** The folder on which something is held: a row, a step of the way, whatever says so. */
const targetOf = (event: DragEvent) => closest(event.target, '[data-drop-folder]')

const folderOf = ({ dataset }: HTMLElement): DropFolder => ({
  id: Number(dataset['dropFolder']),
  name: dataset['dropName'] ?? '',
  path: dataset['dropPath'],
})

/** Drags rows onto folders. Files from outside are not taken here, but folders open and the list scrolls for them as well. */
export function useRowDrag({ scroller, ghost, ghostText, ...given }: RowDrag) {
  const dragged = useRef<readonly Item[]>(undefined)
  const mayDrop = useEffectEvent(given.mayDrop)
  const onDrop = useEffectEvent(given.onDrop)
  const onHold = useEffectEvent(given.onHold)

  useEffect(() => {
    const mark = createMark((folder, isInTree) => onHold(folder, isInTree))
    const edges = createEdgeScroll(scroller)
    // Nobody hears that a drag is over whose row went under way: what it was about is none of the files that come later.
    const draggedBy = ({ dataTransfer }: DragEvent) => (dataTransfer?.types.includes('Files') ? undefined : dragged.current)
    const over = (event: DragEvent) => {
      edges.follow(event.clientX, event.clientY)
      const target = targetOf(event)
      const items = draggedBy(event)
      const isTaken = target !== null && (items === undefined || mayDrop(items, folderOf(target)))
      mark.move(isTaken ? target : null, items !== undefined)
      if (!items || !isTaken || !event.dataTransfer) return
      event.preventDefault()
      event.dataTransfer.dropEffect = isCommand(event) ? 'copy' : 'move'
    }
    const stop = () => {
      mark.move(null, true)
      edges.stop()
    }
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) stop()
    }
    const drop = (event: DragEvent) => {
      stop()
      const target = targetOf(event)
      const items = draggedBy(event)
      dragged.current = undefined
      if (!items || !target || !mayDrop(items, folderOf(target))) return
      event.preventDefault()
      onDrop(items, folderOf(target), isCommand(event))
    }
    const end = () => {
      dragged.current = undefined
      stop()
    }
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('dragover', over, { signal })
    document.addEventListener('dragleave', leave, { signal })
    document.addEventListener('drop', drop, { signal })
    document.addEventListener('dragend', end, { signal })
    return () => {
      listening.abort()
      end()
    }
  }, [scroller])

  return {
    start({ dataTransfer }: ReactDragEvent, items: readonly Item[]) {
      dragged.current = items
      dataTransfer.effectAllowed = 'copyMove'
      dataTransfer.setData(DRAGGED, '')
      if (!ghost.current) return
      ghost.current.textContent = ghostText(items)
      dataTransfer.setDragImage(ghost.current, -12, -12)
    },
  }
}

/** Marks the folder under the pointer, and tells when it stayed there. What is dragged from outside is marked by whoever takes it. */
function createMark(onHold: RowDrag['onHold']) {
  let marked: HTMLElement | null = null
  let cancel = () => {}
  return {
    move(target: HTMLElement | null, isOurs: boolean) {
      if (target === marked) return
      cancel()
      marked?.removeAttribute('data-drop-over')
      marked = target
      if (!target) return
      if (isOurs) target.dataset['dropOver'] = ''
      cancel = systemClock.after(OPEN_MS, () => onHold(folderOf(target).id, target.role === 'treeitem'))
    },
  }
}

/** Scrolls a list while something is held near its upper or lower edge. */
function createEdgeScroll(scroller: RefObject<HTMLElement | null>) {
  let speed = 0
  let frame = 0
  const step = () => {
    if (scroller.current) scroller.current.scrollTop += speed
    frame = speed === 0 ? 0 : requestAnimationFrame(step)
  }
  return {
    follow(x: number, y: number) {
      const box = scroller.current?.getBoundingClientRect()
      const isBeside = !box || x < box.left || x > box.right || y < box.top || y > box.bottom
      const up = isBeside ? 0 : Math.max(0, EDGE_PX - (y - box.top))
      const down = isBeside ? 0 : Math.max(0, EDGE_PX - (box.bottom - y))
      speed = (down - up) * SPEED
      if (speed !== 0 && frame === 0) frame = requestAnimationFrame(step)
    },
    stop() {
      speed = 0
    },
  }
}
