import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { rowAfterKey, rowsPerPage } from '../../../lib/input/row-keys.ts'
import type { Member } from '../members-query.ts'
import type { RIGHTS } from './member-rights.ts'

export type ControlColumn = 'select' | 'mail' | (typeof RIGHTS)[number] | 'menu'

export const controlProps = (column: ControlColumn, stop: ControlColumn | undefined) => ({
  'data-column': column,
  tabIndex: column === stop ? 0 : -1,
})

interface MemberCellPosition {
  readonly id: number
  readonly column: ControlColumn
}

const FIRST_COLUMN: ControlColumn = 'print'

interface MemberKeysOptions {
  readonly members: readonly Member[]
  readonly drawn: readonly Member[]
  readonly scroller: RefObject<HTMLElement | null>
  readonly rowHeight: number
  readonly reveal: (index: number) => void
}

const controlsOf = (row: Element): readonly HTMLElement[] => [
  ...row.querySelectorAll<HTMLElement>('[data-column]'),
]
const columnOf = (control: HTMLElement): ControlColumn => control.dataset['column'] as ControlColumn

/** Implements the APG grid pattern with one Tab stop. */
export function useMemberKeys({ members, drawn, scroller, rowHeight, reveal }: MemberKeysOptions) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [last, setLast] = useState<MemberCellPosition>()
  const wanted = useRef<MemberCellPosition>(undefined)

  const focusWanted = () => {
    if (!wanted.current) return
    const { id, column } = wanted.current
    const row = body.current?.querySelector(`[data-member="${id}"]`)
    const controls = row ? controlsOf(row) : []
    const control = controls.find((each) => columnOf(each) === column) ?? controls[0]
    if (!control) return
    wanted.current = undefined
    control.focus()
  }
  // Distant rows render only after scrolling.
  useEffect(focusWanted)

  const moveTo = (index: number, column: ControlColumn) => {
    const member = members[index]
    if (!member) return
    wanted.current = { id: member.id, column }
    reveal(index)
    focusWanted()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const control =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-column]') : null
    const row = control?.closest<HTMLElement>('[data-member]')
    if (!control || !row || event.altKey || event.metaKey || event.shiftKey) return
    const at = Number(row.dataset['index'])
    const isEdge = event.key === 'Home' || event.key === 'End'
    if (event.ctrlKey && !isEdge) return
    const controls = controlsOf(row)
    const among = controls.indexOf(control)
    const beside = {
      ArrowLeft: among - 1,
      ArrowRight: among + 1,
      Home: 0,
      End: controls.length - 1,
    }[event.key]
    if (beside !== undefined && !event.ctrlKey) {
      controls[beside]?.focus()
    } else {
      const page = rowsPerPage(scroller.current?.clientHeight ?? 0, rowHeight)
      const next = rowAfterKey(event.key, { at, total: members.length, page })
      if (next === undefined) return
      moveTo(next, columnOf(control))
    }
    event.preventDefault()
  }
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const control = target.closest<HTMLElement>('[data-column]')
    const id = Number(control?.closest<HTMLElement>('[data-member]')?.dataset['member'])
    if (control && Number.isSafeInteger(id)) setLast({ id, column: columnOf(control) })
  }
  const stopId = drawn.some(({ id }) => id === last?.id) ? last?.id : drawn[0]?.id

  return {
    bodyProps: { ref: body, onKeyDown, onFocus },
    stopOf: (member: Member): ControlColumn | undefined => {
      if (member.id !== stopId) return undefined
      return member.id === last?.id ? last.column : FIRST_COLUMN
    },
  }
}
