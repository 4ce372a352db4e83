interface Extent {
  readonly at: number
  readonly total: number
  /** Rows in sight at a time. */
  readonly page: number
}

/** The row to which a key leads, or undefined for a key that leads nowhere. */
export function rowAfterKey(key: string, { at, total, page }: Extent): number | undefined {
  const last = total - 1
  switch (key) {
    case 'ArrowDown':
      return Math.min(at + 1, last)
    case 'ArrowUp':
      return Math.max(at - 1, 0)
    case 'PageDown':
      return Math.min(at + page, last)
    case 'PageUp':
      return Math.max(at - page, 0)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}

/** The rows of a page that a key moves by: one stays in sight as a landmark. */
export const rowsPerPage = (viewHeight: number, rowHeight: number): number => Math.max(1, Math.floor(viewHeight / rowHeight) - 1)
