import { expect, test } from 'vitest'
import {
  type EditorAction,
  type EditorState,
  editorReducer,
  emptyEditor,
  selectedOf,
} from './editor-state.ts'
import { droppedField } from './pieces/pieces.ts'

const PAGES = [
  { width: 595, height: 842 },
  { width: 842, height: 595 },
]
const reduce = editorReducer(PAGES)
const run = (state: EditorState, ...actions: EditorAction[]) => actions.reduce(reduce, state)
const sign = (x: number, y: number, page = 0) =>
  droppedField('SIGN', { x, y, page }, PAGES[page] ?? { width: 1, height: 1 }, null, 1_000)

test('a press drops a box three points off, the mode ends with it, and the box is selected', () => {
  const box = sign(100, 200)
  const state = run(emptyEditor([]), { type: 'mode', mode: 'SIGN' }, { type: 'add', piece: box })
  expect(state.mode).toBe('NONE')
  expect(selectedOf(state)).toEqual([
    expect.objectContaining({ rect: { x: 97, y: 197, w: 120, h: 120 } }),
  ])
  expect(state.focus).toBe(box.id)
  expect(run(state, { type: 'undo' })).toMatchObject({ history: { now: [] }, selected: new Set() })
})

test('arrow keys move what is selected and nothing else, within the page, and are undone at once', () => {
  const [a, b] = [sign(100, 100), sign(300, 300)]
  const start = run(emptyEditor([a, b]), { type: 'select', ids: [a.id] })
  const key = { type: 'move', dx: -60, dy: 1, work: 'keys' } as const
  const state = run(start, key, key)
  expect(state.history.now.map(({ rect }) => [rect.x, rect.y])).toEqual([
    [0, 99],
    [297, 297],
  ])
  expect(run(state, { type: 'undo' }).history.now).toEqual([a, b])
})

test('what is deleted is not selected any more; what is duplicated has another id and is selected', () => {
  const a = sign(100, 100)
  const twice = run(
    emptyEditor([a]),
    { type: 'select', ids: [a.id] },
    { type: 'duplicate', now: 2_000 },
  )
  const [first, copy] = twice.history.now
  expect(first).toEqual(a)
  expect(copy).toMatchObject({ rect: { x: 109, y: 109, w: 120, h: 120 } })
  expect(copy?.id).not.toBe(a.id)
  const state = run(twice, { type: 'delete' })
  expect(state.history.now).toEqual([a])
  expect(state.selected.size).toBe(0)
})

test('boxes of one page are aligned by the outermost; one of another page stays', () => {
  const [a, b, other] = [sign(100, 100), sign(303, 300), sign(400, 300, 1)]
  const ids = [a.id, b.id, other.id]
  const state = run(
    emptyEditor([a, b, other]),
    { type: 'select', ids },
    { type: 'align', alignment: 'left' },
  )
  expect(state.history.now.map(({ rect }) => rect.x)).toEqual([97, 97, 397])
})

test('a line leaves the pen in the hand', () => {
  const line = {
    ...sign(0, 0),
    kind: 'INK' as const,
    paths: [[0, 0, 1, 1]],
    thickness: 1,
    opacity: 1,
    color: '#000000',
  }
  const state = run(
    emptyEditor([]),
    { type: 'mode', mode: 'INK' },
    { type: 'add', piece: line, keepsMode: true },
  )
  expect(state.mode).toBe('INK')
  expect(state.selected.size).toBe(0)
})
