import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { type ViewActions, ViewMenu } from './view-menu.tsx'

interface OpenedPageMenu {
  readonly x: number
  readonly y: number
  readonly copy: (() => void) | undefined
}

interface PageMenuProps {
  readonly pages: RefObject<HTMLElement | null>
  readonly actions: ViewActions
  readonly copy: () => (() => void) | undefined
}

export function PageMenu({ pages, actions, copy }: PageMenuProps) {
  const [opened, setOpened] = useState<OpenedPageMenu>()
  const openAt = useEffectEvent((x: number, y: number) => setOpened({ x, y, copy: copy() }))
  useEffect(() => {
    const element = pages.current
    if (!element) return undefined
    const open = (event: MouseEvent) => {
      event.preventDefault()
      openAt(event.clientX, event.clientY)
    }
    element.addEventListener('contextmenu', open)
    return () => element.removeEventListener('contextmenu', open)
  }, [pages])

  if (!opened) return null
  return (
    <ViewMenu
      anchor={opened}
      actions={actions}
      hasFind
      onCopy={opened.copy}
      onClose={() => setOpened(undefined)}
    />
  )
}
