import type { KeyboardEvent } from 'react'
import { useTypeahead } from '../input/use-typeahead.ts'

export const rowsOf = (tree: Element): HTMLElement[] => [
  ...tree.querySelectorAll<HTMLElement>('[role="treeitem"]'),
]

export const rowAt = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[role="treeitem"]') : null

const levelOf = (row: HTMLElement): number => Number(row.ariaLevel)

interface TreeActions {
  readonly toggle: (folder: number) => void
  readonly expand: (folders: readonly number[]) => void
}

export function useTreeKeys({
  toggle,
  expand,
}: TreeActions): (event: KeyboardEvent<HTMLElement>) => void {
  const typeahead = useTypeahead()

  const rowAfter = (
    key: string,
    rows: readonly HTMLElement[],
    row: HTMLElement,
  ): HTMLElement | undefined => {
    const at = rows.indexOf(row)
    switch (key) {
      case 'ArrowDown':
        return rows[at + 1]
      case 'ArrowUp':
        return rows[at - 1]
      case 'Home':
        return rows[0]
      case 'End':
        return rows.at(-1)
      case 'ArrowRight':
        return row.ariaExpanded === 'true' ? rows[at + 1] : undefined
      case 'ArrowLeft':
        return row.ariaExpanded === 'true'
          ? undefined
          : rows.slice(0, at).findLast((other) => levelOf(other) < levelOf(row))
      default:
        return undefined
    }
  }

  const act = (key: string, rows: readonly HTMLElement[], row: HTMLElement): void => {
    const id = Number(row.dataset['folder'])
    if (key === 'Enter' || key === ' ') (row.querySelector('button') ?? row).click()
    else if (key === 'ArrowRight' && row.ariaExpanded === 'false') toggle(id)
    else if (key === 'ArrowLeft' && row.ariaExpanded === 'true') toggle(id)
    else if (key === '*')
      expand(
        siblingsOf(rows, row).flatMap(({ dataset, ariaExpanded }) =>
          ariaExpanded ? Number(dataset['folder']) : [],
        ),
      )
  }

  return (event) => {
    const row = rowAt(event.target)
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return
    const rows = rowsOf(event.currentTarget)
    const names = () => rows.map((each) => each.ariaLabel ?? each.textContent)
    const typed = typeahead(event, names, rows.indexOf(row))
    const next = typed === undefined ? rowAfter(event.key, rows, row) : rows[typed]
    if (!next && !HANDLED.has(event.key)) return
    event.preventDefault()
    if (next) next.focus()
    else act(event.key, rows, row)
  }
}

const HANDLED: ReadonlySet<string> = new Set([
  'ArrowDown',
  'ArrowUp',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'Enter',
  ' ',
  '*',
])

function siblingsOf(rows: readonly HTMLElement[], row: HTMLElement): readonly HTMLElement[] {
  const at = rows.indexOf(row)
  const isAbove = (other: HTMLElement) => levelOf(other) < levelOf(row)
  const start = rows.slice(0, at).findLastIndex(isAbove) + 1
  const end = rows.findIndex((other, index) => index > at && isAbove(other))
  return rows
    .slice(start, end < 0 ? undefined : end)
    .filter((other) => levelOf(other) === levelOf(row))
}
