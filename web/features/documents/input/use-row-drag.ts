import {
  type DragEvent as ReactDragEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react'
import type { Item } from '../../../../contract/features/documents.ts'
import { systemClock } from '../../../lib/browser/clock.ts'
import { closest, isCommand } from '../list/grid-targets.ts'
import type { DropGap } from '../order/drop-gap.ts'

const DRAGGED = 'application/x-sealroom-items'
const OPEN_MS = 1_000
const EDGE_PX = 64
const SPEED = 0.4

export interface DropFolder {
  readonly id: number
  readonly name: string
  readonly path?: string | undefined
}

interface RowDrag {
  readonly scroller: RefObject<HTMLElement | null>
  readonly ghost: RefObject<HTMLElement | null>
  readonly ghostText: (items: readonly Item[]) => string
  readonly mayDrop: (items: readonly Item[], folder: DropFolder) => boolean
  readonly onDrop: (items: readonly Item[], folder: DropFolder, isCopy: boolean) => void
  readonly onHold: (folder: number, isInTree: boolean) => void
  readonly gapAt: (
    event: DragEvent,
    items: readonly Item[],
    isEntered: boolean,
  ) => DropGap | undefined
  readonly showGap: (gap: DropGap | undefined) => void
  readonly onOrder: (gap: DropGap) => void
}

const targetOf = (event: DragEvent) => closest(event.target, '[data-drop-folder]')

const folderOf = ({ dataset }: HTMLElement): DropFolder => ({
  id: Number(dataset['dropFolder']),
  name: dataset['dropName'] ?? '',
  path: dataset['dropPath'],
})

export function useRowDrag({ scroller, ghost, ghostText, ...given }: RowDrag) {
  const dragged = useRef<readonly Item[]>(undefined)
  const mayDrop = useEffectEvent(given.mayDrop)
  const onDrop = useEffectEvent(given.onDrop)
  const onHold = useEffectEvent(given.onHold)
  const gapAt = useEffectEvent(given.gapAt)
  const showGap = useEffectEvent(given.showGap)
  const onOrder = useEffectEvent(given.onOrder)

  useEffect(() => {
    const mark = createMark((folder, isInTree) => onHold(folder, isInTree))
    const edges = createEdgeScroll(scroller)
    // A removed row fires no end event.
    const draggedBy = ({ dataTransfer }: DragEvent) =>
      dataTransfer?.types.includes('Files') ? undefined : dragged.current
    const aim = (event: DragEvent) => {
      const items = draggedBy(event)
      const target = targetOf(event)
      const isTaken = target !== null && (items === undefined || mayDrop(items, folderOf(target)))
      return { items, gap: items && gapAt(event, items, isTaken), target: isTaken ? target : null }
    }
    const over = (event: DragEvent) => {
      edges.follow(event.clientX, event.clientY)
      const { items, gap, target } = aim(event)
      showGap(gap)
      mark.move(gap ? null : target, items !== undefined)
      if (!items || !(gap || target) || !event.dataTransfer) return
      event.preventDefault()
      event.dataTransfer.dropEffect = isCommand(event) ? 'copy' : 'move'
    }
    const stop = () => {
      mark.move(null, true)
      showGap(undefined)
      edges.stop()
    }
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) stop()
    }
    const drop = (event: DragEvent) => {
      stop()
      const { items, gap, target } = aim(event)
      dragged.current = undefined
      if (!items || !(gap || target)) return
      event.preventDefault()
      if (gap) onOrder(gap)
      else if (target) onDrop(items, folderOf(target), isCommand(event))
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
      cancel = systemClock.after(OPEN_MS, () =>
        onHold(folderOf(target).id, target.role === 'treeitem'),
      )
    },
  }
}

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
