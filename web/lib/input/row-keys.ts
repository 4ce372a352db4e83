interface Extent {
  readonly at: number
  readonly total: number
  readonly page: number
}

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

export const rowsPerPage = (viewHeight: number, rowHeight: number): number =>
  Math.max(1, Math.floor(viewHeight / rowHeight) - 1)
