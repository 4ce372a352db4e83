import type { KeyboardEvent, MouseEvent } from 'react'

export const closest = (target: EventTarget | null, selector: string): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null

export const rowAt = (target: EventTarget | null) => closest(target, '[data-index]')

export const indexOf = (row: HTMLElement): number => Number(row.dataset['index'])

export const isWriting = (target: EventTarget): boolean =>
  closest(target, 'input:not([type="checkbox"]), textarea') !== null

export const isMenuKey = ({ key, shiftKey }: KeyboardEvent): boolean =>
  key === 'ContextMenu' || (key === 'F10' && shiftKey)

export const isCommand = ({ ctrlKey, metaKey }: KeyboardEvent | MouseEvent | DragEvent): boolean =>
  ctrlKey || metaKey

export const isModified = (event: KeyboardEvent | MouseEvent): boolean =>
  isCommand(event) || event.altKey || event.shiftKey
