import type { KeyboardEvent } from 'react'

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Arrow keys walk among folders, open and close them. */
export function onFolderKey(event: KeyboardEvent<HTMLElement>): void {
  const folder = event.currentTarget
  const isOpen = folder.getAttribute('aria-expanded') === 'true'
  const step = STEPS[event.key]
  if (step !== undefined) {
    const all = [...(folder.closest('.reach-tree')?.querySelectorAll<HTMLElement>('.reach-toggle') ?? [])]
    all[all.indexOf(folder) + step]?.focus()
  } else if (event.key === (isOpen ? 'ArrowLeft' : 'ArrowRight')) folder.click()
  else return
  event.preventDefault()
}
