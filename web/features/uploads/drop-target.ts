/** A folder that takes what is dropped. */
export interface DropTarget {
  readonly id: number
  readonly name: string
}

/** The folder under the pointer: rows, tree and breadcrumb say which one they stand for by `data-drop-folder` and `data-drop-name`. */
export function targetOf(under: EventTarget | null): (DropTarget & { readonly element: HTMLElement }) | undefined {
  const element = under instanceof Element ? under.closest<HTMLElement>('[data-drop-folder]') : null
  const { dropFolder, dropName } = element?.dataset ?? {}
  if (!element || dropFolder === undefined || dropName === undefined) return undefined
  return { id: Number(dropFolder), name: dropName, element }
}

/** Marks the element that would take it by `data-drop-over`, and no other. */
export function markTarget(element: HTMLElement | undefined): void {
  for (const marked of document.querySelectorAll<HTMLElement>('[data-drop-over]')) if (marked !== element) delete marked.dataset['dropOver']
  if (element) element.dataset['dropOver'] = ''
}
