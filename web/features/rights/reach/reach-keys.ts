import type { KeyboardEvent } from 'react'

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

export function onFolderKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const folder = event.currentTarget
  const isOpen = folder.getAttribute('aria-expanded') === 'true'
  const step = STEPS[event.key]
  const all = [
    ...(folder.closest('.reach-tree')?.querySelectorAll<HTMLElement>('.reach-toggle') ?? []),
  ]
  if (step !== undefined) all[all.indexOf(folder) + step]?.focus()
  else if (event.key === 'Home' || event.key === 'End')
    all.at(event.key === 'Home' ? 0 : -1)?.focus()
  else if (event.key === 'ArrowLeft' && !isOpen) {
    folder.closest('ul')?.closest('li')?.querySelector<HTMLElement>('.reach-toggle')?.focus()
  } else if (event.key === (isOpen ? 'ArrowLeft' : 'ArrowRight')) folder.click()
  else return
  event.preventDefault()
}
