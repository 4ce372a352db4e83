export const TEXT_LAYER = 'viewer-text'

function textIn(node: Node): string {
  if (node instanceof Text) return node.data
  if (node instanceof HTMLBRElement) return '\n'
  return [...node.childNodes].map(textIn).join('')
}

function partIn(range: Range, layer: Element): string {
  const part = document.createRange()
  part.selectNodeContents(layer)
  if (range.compareBoundaryPoints(Range.START_TO_START, part) > 0)
    part.setStart(range.startContainer, range.startOffset)
  if (range.compareBoundaryPoints(Range.END_TO_END, part) < 0)
    part.setEnd(range.endContainer, range.endOffset)
  return textIn(part.cloneContents())
}

/** Other programs expect NFC. */
export const cleanLines = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\u00AD\n?/g, '')
    .replace(/[ \t\u00A0]+(?=\n|$)/g, '')
    .trim()

export function selectedText(within: Element): string {
  const selection = document.getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return ''
  const range = selection.getRangeAt(0)
  const layers = [...within.querySelectorAll(`.${TEXT_LAYER}[data-selectable]`)].filter((layer) =>
    range.intersectsNode(layer),
  )
  return layers.map((layer) => cleanLines(partIn(range, layer))).join('\n\n')
}
