import type { Size } from '../../../../paper/space/page-space.ts'
import type { Mode } from './pieces/modes.ts'
import {
  type Alignment,
  aligned,
  duplicateOf,
  moved,
  type Piece,
  type Pieces,
} from './pieces/pieces.ts'
import { begun, changed, type History, redone, settled, undone } from './saving/history.ts'

export interface EditorState {
  readonly history: History<Pieces>
  readonly selected: ReadonlySet<string>
  readonly mode: Mode
  readonly focus: string | undefined
}

export type EditorAction =
  | { readonly type: 'load'; readonly pieces: Pieces }
  | { readonly type: 'mode'; readonly mode: Mode }
  | { readonly type: 'add'; readonly piece: Piece; readonly keepsMode?: boolean }
  | { readonly type: 'change'; readonly pieces: Pieces; readonly work?: string }
  | { readonly type: 'move'; readonly dx: number; readonly dy: number; readonly work?: string }
  | { readonly type: 'align'; readonly alignment: Alignment }
  | { readonly type: 'duplicate'; readonly now: number }
  | { readonly type: 'delete' }
  | { readonly type: 'select'; readonly ids: readonly string[]; readonly isMore?: boolean }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }

export const emptyEditor = (pieces: Pieces): EditorState => ({
  history: begun(pieces),
  selected: new Set(),
  mode: 'NONE',
  focus: undefined,
})

export const selectedOf = ({ history, selected }: EditorState): Pieces =>
  history.now.filter(({ id }) => selected.has(id))

function replaced(pieces: Pieces, next: Pieces): Pieces {
  const byId = new Map(next.map((piece) => [piece.id, piece]))
  return pieces.map((piece) => byId.get(piece.id) ?? piece)
}

function kept(state: EditorState, history: History<Pieces>): EditorState {
  const there = new Set(history.now.map(({ id }) => id))
  return { ...state, history, selected: new Set([...state.selected].filter((id) => there.has(id))) }
}

function select(state: EditorState, ids: readonly string[], isMore: boolean): EditorState {
  const selected = new Set(isMore ? state.selected : [])
  for (const id of ids) {
    if (isMore && selected.has(id)) selected.delete(id)
    else selected.add(id)
  }
  return { ...state, selected, focus: undefined, history: settled(state.history) }
}

/** @param pages the page sizes, in points. */
export const editorReducer =
  (pages: readonly Size[]) =>
  (state: EditorState, action: EditorAction): EditorState => {
    const { history } = state
    const pageOf = (piece: Piece): Size => pages[piece.page] ?? { width: 0, height: 0 }
    const change = (pieces: Pieces, work?: string): EditorState => ({
      ...state,
      history: changed(history, pieces, work),
    })
    switch (action.type) {
      case 'load':
        return emptyEditor(action.pieces)
      case 'mode':
        return { ...state, mode: action.mode }
      case 'add': {
        const added = {
          ...change([...history.now, action.piece]),
          selected: new Set([action.piece.id]),
          focus: action.piece.id,
        }
        return action.keepsMode
          ? { ...added, focus: undefined, selected: new Set() }
          : { ...added, mode: 'NONE' }
      }
      case 'change':
        return change(replaced(history.now, action.pieces), action.work)
      case 'move': {
        const next = selectedOf(state).map((piece) =>
          moved(piece, action.dx, action.dy, pageOf(piece)),
        )
        return change(
          replaced(history.now, next),
          action.work && `${action.work} ${[...state.selected].join()}`,
        )
      }
      case 'align': {
        const [first] = selectedOf(state)
        if (!first) return state
        const together = selectedOf(state).filter(({ page }) => page === first.page)
        return change(replaced(history.now, aligned(together, action.alignment, pageOf(first))))
      }
      case 'duplicate': {
        const copies = selectedOf(state).map((piece, index) =>
          duplicateOf(piece, action.now + index, pageOf(piece)),
        )
        if (copies.length === 0) return state
        return {
          ...change([...history.now, ...copies]),
          selected: new Set(copies.map(({ id }) => id)),
          focus: copies[0]?.id,
        }
      }
      case 'delete':
        return kept(
          state,
          changed(
            history,
            history.now.filter(({ id }) => !state.selected.has(id)),
          ),
        )
      case 'select':
        return select(state, action.ids, action.isMore ?? false)
      case 'undo':
        return kept(state, undone(history))
      case 'redo':
        return kept(state, redone(history))
    }
  }
