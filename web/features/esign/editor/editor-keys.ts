import { isComposing } from '../../../lib/input/is-composing.ts'
import type { EditorAction } from './editor-state.ts'

const ARROWS: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

const STEP = 1
const LARGE_STEP = 10

const TYPED =
  'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=listbox], [role=menu]'

interface Seen {
  readonly hasSelection: boolean
  readonly isPlacing: boolean
  readonly now: number
}

export function actionOfKey(
  event: KeyboardEvent,
  { hasSelection, isPlacing, now }: Seen,
): EditorAction | undefined {
  if (isComposing(event) || (event.target instanceof Element && event.target.closest(TYPED)))
    return undefined
  const { key, shiftKey } = event
  if (event.ctrlKey || event.metaKey) {
    const letter = key.toLowerCase()
    if (letter === 'z') return { type: shiftKey ? 'redo' : 'undo' }
    if (letter === 'y') return { type: 'redo' }
    if (letter === 'd') return hasSelection ? { type: 'duplicate', now } : undefined
    return undefined
  }
  if (key === 'Escape')
    return isPlacing
      ? { type: 'mode', mode: 'NONE' }
      : hasSelection
        ? { type: 'select', ids: [] }
        : undefined
  if (!hasSelection) return undefined
  if (key === 'Delete' || key === 'Backspace') return { type: 'delete' }
  const [dx, dy] = ARROWS[key] ?? []
  if (dx === undefined || dy === undefined) return undefined
  const step = shiftKey ? LARGE_STEP : STEP
  return { type: 'move', dx: dx * step, dy: dy * step, work: 'keys' }
}
