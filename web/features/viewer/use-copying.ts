import { type RefObject, useEffect } from 'react'
import { isComposing } from '../../lib/is-composing.ts'
import { selectedText, TEXT_LAYER } from './text/selected-text.ts'

const FIELD = 'input, textarea'
/** What a press on a sheet means by itself. */
const WORD = `.${TEXT_LAYER} > span, button`

const isIn = (element: Element, target: EventTarget | null): boolean => target instanceof Node && element.contains(target)

/** What leaves the pages by copying or dragging: the words that are selected, as clean lines, where they may be; else nothing. */
export function useCopying(pages: RefObject<HTMLElement | null>, isSelectable: boolean): void {
  useEffect(() => {
    const element = pages.current
    if (!element) return undefined
    const listening = new AbortController()
    const options = { signal: listening.signal }
    const touchesPages = () => {
      const selection = document.getSelection()
      return selection !== null && selection.rangeCount > 0 && selection.getRangeAt(0).intersectsNode(element)
    }
    const onCopy = (event: ClipboardEvent) => {
      if (event.target instanceof Element && event.target.closest(FIELD)) return
      if (!isIn(element, event.target) && !touchesPages()) return
      event.preventDefault()
      const text = isSelectable ? selectedText(element) : ''
      if (text !== '') event.clipboardData?.setData('text/plain', text)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || !['a', 'A', 'ㅁ'].includes(event.key) || isComposing(event)) return
      event.preventDefault()
      if (isSelectable) selectAll(element)
    }
    const onMouseDown = (event: MouseEvent) => {
      const sheet = event.target instanceof Element && !event.target.closest(WORD) && event.target.closest('.viewer-sheet')
      if (!sheet || event.button !== 0) return
      // From an empty place a selection would begin at whatever word comes next in the document, often on another page.
      event.preventDefault()
      document.getSelection()?.removeAllRanges()
      sheet.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true })
    }
    if (isSelectable) element.addEventListener('mousedown', onMouseDown, options)
    document.addEventListener('copy', onCopy, options)
    document.addEventListener('cut', onCopy, options)
    element.addEventListener('keydown', onKeyDown, options)
    element.addEventListener('dragstart', (event) => event.preventDefault(), options)
    return () => listening.abort()
  }, [pages, isSelectable])
}

/** All words of the pages that are there: those in sight and their neighbours. */
function selectAll(pages: Element): void {
  const layers = pages.querySelectorAll(`.${TEXT_LAYER}`)
  const [first, last] = [layers[0], layers[layers.length - 1]]
  if (first && last) document.getSelection()?.setBaseAndExtent(first, 0, last, last.childNodes.length)
}
