import { type RefObject, useEffect, useEffectEvent } from 'react'
import { isComposing } from '../../lib/is-composing.ts'
import type { PageText } from './lease.ts'
import type { PageFacts } from './page-facts.ts'
import { selectedText, TEXT_LAYER } from './text/selected-text.ts'
import { useCopyText } from './text/use-copy-text.ts'

const FIELD = 'input, textarea'
/** What a press on a sheet means by itself. */
const WORD = `.${TEXT_LAYER} > span, button`
/** On the pages while all of the document is selected, also what of it is not drawn. */
const ALL = 'data-all-selected'

const isIn = (element: Element, target: EventTarget | null): boolean => target instanceof Node && element.contains(target)

const touches = (element: Element): boolean => {
  const selection = document.getSelection()
  return selection !== null && selection.rangeCount > 0 && selection.getRangeAt(0).intersectsNode(element)
}

/** Copies what is selected now; undefined where nothing is. */
type Copy = () => (() => void) | undefined

/**
 * What leaves the pages by copying or dragging: the words that are selected, as clean lines, where they may be; else nothing. Control+A
 * selects the document and not only what of it is drawn.
 * @param text of the pages; undefined where it may not be selected.
 */
export function useCopying(pages: RefObject<HTMLElement | null>, pageCount: number, text: PageFacts<PageText> | undefined): Copy {
  const isSelectable = text !== undefined
  const copyText = useCopyText(pageCount)
  const copyAll = useEffectEvent(() => text && void copyText.all(text))

  useEffect(() => {
    const element = pages.current
    if (!element) return undefined
    const listening = new AbortController()
    const options = { signal: listening.signal }
    const onCopy = (event: ClipboardEvent) => {
      if (event.target instanceof Element && event.target.closest(FIELD)) return
      const isAll = element.hasAttribute(ALL)
      if (!isAll && !isIn(element, event.target) && !touches(element)) return
      event.preventDefault()
      if (isAll) return copyAll()
      const words = isSelectable ? selectedText(element) : ''
      if (words !== '') event.clipboardData?.setData('text/plain', words)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || !['a', 'A', 'ㅁ'].includes(event.key) || isComposing(event)) return
      event.preventDefault()
      if (!isSelectable) return
      document.getSelection()?.removeAllRanges()
      element.setAttribute(ALL, '')
    }
    const onMouseDown = (event: MouseEvent) => {
      const sheet = event.target instanceof Element && !event.target.closest(WORD) && event.target.closest('.viewer-sheet')
      if (!sheet || event.button !== 0) return
      // From an empty place a selection would begin at whatever word comes next in the document, often on another page.
      event.preventDefault()
      document.getSelection()?.removeAllRanges()
      sheet.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true })
    }
    const giveUpAll = ({ button, target }: PointerEvent) => {
      const isMenu = target instanceof Element && target.closest('[role="menu"]') !== null
      if (button === 0 && !isMenu) element.removeAttribute(ALL)
    }
    if (isSelectable) element.addEventListener('mousedown', onMouseDown, options)
    document.addEventListener('pointerdown', giveUpAll, options)
    document.addEventListener('copy', onCopy, options)
    document.addEventListener('cut', onCopy, options)
    element.addEventListener('keydown', onKeyDown, options)
    element.addEventListener('dragstart', (event) => event.preventDefault(), options)
    return () => {
      listening.abort()
      element.removeAttribute(ALL)
    }
  }, [pages, isSelectable])

  return () => {
    const element = pages.current
    if (!element || !text) return undefined
    if (element.hasAttribute(ALL)) return () => void copyText.all(text)
    // As it is now: the menu that offers to copy takes the focus, and in some browsers the selection with it.
    const words = selectedText(element)
    return words === '' ? undefined : () => void copyText.selected(words)
  }
}
