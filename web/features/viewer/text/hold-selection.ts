/** Whether the end that is being moved is the one before the other. */
const movesStart = (range: Range, before: Range | undefined): boolean =>
  before !== undefined &&
  (range.compareBoundaryPoints(Range.END_TO_END, before) === 0 || range.compareBoundaryPoints(Range.START_TO_END, before) === 0)

/**
 * Keeps a selection near the pointer while it is drawn over the empty places of a page. Browsers take such a place for what stands last
 * before it in the document: an empty area that follows the moving end through the layer makes that the word beside it. The way of pdf.js.
 */
export function holdSelection(layer: HTMLElement): void {
  const rest = document.createElement('div')
  rest.className = 'viewer-text-rest'
  layer.append(rest)
  const moving = new AbortController()
  let before: Range | undefined

  const follow = () => {
    const selection = document.getSelection()
    if (!selection || selection.rangeCount === 0) return
    const range = selection.getRangeAt(0)
    const isStart = movesStart(range, before)
    before = range.cloneRange()
    const end = isStart ? range.startContainer : range.endContainer
    const word = end instanceof Text ? end.parentElement : null
    if (word?.parentElement === layer) layer.insertBefore(rest, isStart ? word : word.nextSibling)
  }
  const end = () => {
    moving.abort()
    rest.remove()
  }
  const { signal } = moving
  document.addEventListener('selectionchange', follow, { signal })
  for (const name of ['pointerup', 'pointercancel'] as const) addEventListener(name, end, { signal })
}
