import { type RefObject, useEffect, useEffectEvent } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { isComposing } from '../../lib/input/is-composing.ts'
import { useToast } from '../../ui/state/toasts.tsx'
import type { PageText } from './opening/lease.ts'
import type { PageFacts } from './page/page-facts.ts'
import { documentText } from './text/document-text.ts'
import { selectedText, TEXT_LAYER } from './text/selected-text.ts'

const FIELD = 'input, textarea'
const WORD = `.${TEXT_LAYER} > span, button`
const ALL = 'data-all-selected'

const isIn = (element: Element, target: EventTarget | null): boolean =>
  target instanceof Node && element.contains(target)

const touches = (element: Element): boolean => {
  const selection = document.getSelection()
  return (
    selection !== null &&
    selection.rangeCount > 0 &&
    selection.getRangeAt(0).intersectsNode(element)
  )
}

type Copy = () => (() => void) | undefined

/** Browsers allow writing only just after input. */
async function write(text: Promise<string> | string): Promise<void> {
  const blob = Promise.resolve(text).then((words) => new Blob([words], { type: 'text/plain' }))
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
}

function useCopyText(pageCount: number) {
  const { t } = useTranslation()
  const toast = useToast()
  return {
    async selected(text: string): Promise<void> {
      try {
        await write(text)
        toast(t('viewer.copied'))
      } catch {
        toast(t('viewer.copyFailed'))
      }
    },
    async all(facts: PageFacts<PageText>): Promise<void> {
      const failing = new AbortController()
      try {
        const all = documentText(pageCount, (page) => facts.get(page, failing.signal))
        await write(all.then(({ text }) => text))
        const { pages } = await all
        toast(
          pages < pageCount
            ? t('viewer.copiedPart', { pages, total: pageCount })
            : t('viewer.copiedAll'),
        )
      } catch {
        failing.abort()
        toast(t('viewer.copyAllFailed'))
      }
    },
  }
}

/** Limits copy and drag to permitted text. */
export function useCopying(
  pages: RefObject<HTMLElement | null>,
  pageCount: number,
  text: PageFacts<PageText> | undefined,
): Copy {
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
      if (
        !(event.ctrlKey || event.metaKey) ||
        !['a', 'A', 'ㅁ'].includes(event.key) ||
        isComposing(event)
      )
        return
      event.preventDefault()
      if (!isSelectable) return
      document.getSelection()?.removeAllRanges()
      element.setAttribute(ALL, '')
    }
    const onMouseDown = (event: MouseEvent) => {
      const sheet =
        event.target instanceof Element &&
        !event.target.closest(WORD) &&
        event.target.closest('.viewer-sheet')
      if (!sheet || event.button !== 0) return
      // A selection from an empty place would start elsewhere.
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
    // The menu takes focus and, in some browsers, the selection.
    const words = selectedText(element)
    return words === '' ? undefined : () => void copyText.selected(words)
  }
}
