import type { ClipboardEvent, KeyboardEvent } from 'react'
import { LEVELS, type Level } from '../../../../../contract/features/groups/levels.ts'
import { useTranslation } from '../../../../lib/i18n.ts'
import { isComposing } from '../../../../lib/input/is-composing.ts'
import { useToast } from '../../../../ui/state/toasts.tsx'
import type { Group } from '../../cells.ts'
import {
  type Edits,
  fromText,
  type Grants,
  type Line,
  type MatrixCell,
  rowOf,
  shownCell,
  toText,
  withLevel,
} from '../matrix-model.ts'
import type { MatrixEdits } from '../use-matrix.ts'
import { blockOf, type CellPosition, moved, type Selection, stepOf } from './selection.ts'

interface KeysOptions {
  readonly groups: readonly Group[]
  readonly lines: readonly Line[]
  readonly grants: Grants
  readonly edits: MatrixEdits
  readonly selection: Selection
  readonly pageLines: number
  readonly isBlocked: boolean
  readonly now: number
  readonly onSelect: (selection: Selection) => void
  readonly onToggle: (place: CellPosition, isOpen: boolean) => void
  readonly onMenu: (place: CellPosition) => void
}

/** Delete follows the folder above. Blocks copy to and from spreadsheets. */
export function useMatrixKeys(options: KeysOptions) {
  const {
    groups,
    lines,
    grants,
    edits,
    selection,
    pageLines,
    isBlocked,
    now,
    onSelect,
    onToggle,
    onMenu,
  } = options
  const { t, language } = useTranslation()
  const toast = useToast()
  const block = blockOf(selection)
  const { active } = selection
  const line = lines[active.line]

  const rowsIn = (top: number, bottom: number) => lines.slice(top, bottom + 1).map(rowOf)
  const cellsOf = (): MatrixCell[] =>
    rowsIn(block.top, block.bottom).flatMap((row) =>
      row
        ? groups
            .slice(Math.max(0, block.left - 1), block.right)
            .map(({ id }) => ({ groupId: id, row }))
        : [],
    )
  const setLevel = (level: Level | null) => {
    if (!isBlocked) edits.setLevel(grants, cellsOf(), level)
  }

  const openOrClose = (key: string): boolean => {
    if (!line || 'gap' in line || active.column !== 0 || line.children === undefined) return false
    const isOpen = line.isOpen === true
    const wanted = key === 'ArrowRight' ? true : key === 'ArrowLeft' ? false : !isOpen
    if (wanted === isOpen) return key !== 'ArrowRight'
    onToggle(active, wanted)
    return true
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (isComposing(event.nativeEvent) || event.altKey) return
    const { key, ctrlKey, metaKey, shiftKey } = event
    const isCommand = ctrlKey || metaKey
    const digit = !isCommand && /^[0-4]$/.test(key) ? LEVELS[Number(key)] : undefined
    const isNameKey =
      key === 'Enter' ||
      key === ' ' ||
      (!isCommand && !shiftKey && (key === 'ArrowRight' || key === 'ArrowLeft'))
    const step = stepOf(event, pageLines)
    if (isCommand && key.toLowerCase() === 'z') edits.undo()
    else if (isNameKey && active.column === 0 && openOrClose(key)) event.stopPropagation()
    else if (step)
      onSelect(moved(selection, step, shiftKey, { lines: lines.length, columns: groups.length }))
    else if (active.column > 0 && digit) setLevel(digit)
    else if (active.column > 0 && (key === 'Delete' || key === 'Backspace')) setLevel(null)
    else if (active.column > 0 && (key === 'Enter' || key === ' ' || key === 'F2')) onMenu(active)
    else return
    event.preventDefault()
  }

  const onCopy = (event: ClipboardEvent<HTMLElement>) => {
    const cells = rowsIn(block.top, block.bottom).flatMap((row) =>
      row
        ? [
            groups
              .slice(Math.max(0, block.left - 1), block.right)
              .map(({ id }) => shownCell(grants, edits.edits, { groupId: id, row }, now)),
          ]
        : [],
    )
    event.clipboardData.setData('text/plain', toText(cells, language))
    event.preventDefault()
  }

  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    event.preventDefault()
    if (isBlocked) return
    const texts = fromText(event.clipboardData.getData('text/plain'))
    const [height, width] = [texts.length, texts[0]?.length ?? 0]
    const isOne = height === 1 && width === 1
    const bottom = isOne ? block.bottom : block.top + height - 1
    const left = Math.max(1, block.left)
    const right = isOne ? block.right : left + width - 1
    let unread = 0
    edits.change((before) => {
      unread = 0
      return rowsIn(block.top, bottom).reduce<Edits>(
        (rows, row, y) =>
          groups.slice(left - 1, right).reduce<Edits>((next, { id }, x) => {
            const level = isOne ? texts[0]?.[0] : texts[y]?.[x]
            if (level === undefined) unread += 1
            return row && level !== undefined
              ? withLevel(grants, next, [{ groupId: id, row }], level)
              : next
          }, rows),
        before,
      )
    })
    if (unread > 0) toast(t('matrix.unread', { count: unread }))
  }
  return { onKeyDown, onCopy, onPaste, setLevel }
}
