import { type RefObject, useEffect, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useToast } from '../../ui/toasts.tsx'
import { selectedText } from './text/selected-text.ts'
import { type ViewActions, ViewMenu } from './view-menu.tsx'

interface Opened {
  readonly x: number
  readonly y: number
  /** What was selected when the menu opened. */
  readonly text: string
}

interface PageMenuProps {
  readonly pages: RefObject<HTMLElement | null>
  readonly actions: ViewActions
  readonly isSelectable: boolean
}

/** The menu of the pages: at their right button, a long press or the menu key. */
export function PageMenu({ pages, actions, isSelectable }: PageMenuProps) {
  const { t } = useTranslation()
  const toast = useToast()
  const [opened, setOpened] = useState<Opened>()
  useEffect(() => {
    const element = pages.current
    if (!element) return undefined
    const open = (event: MouseEvent) => {
      event.preventDefault()
      setOpened({ x: event.clientX, y: event.clientY, text: isSelectable ? selectedText(element) : '' })
    }
    element.addEventListener('contextmenu', open)
    return () => element.removeEventListener('contextmenu', open)
  }, [pages, isSelectable])

  if (!opened) return null
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(opened.text)
      toast(t('viewer.copied'))
    } catch {
      toast(t('viewer.copyFailed'))
    }
  }
  return (
    <ViewMenu
      anchor={opened}
      actions={actions}
      hasFind
      onCopy={opened.text === '' ? undefined : () => void copy()}
      onClose={() => setOpened(undefined)}
    />
  )
}
