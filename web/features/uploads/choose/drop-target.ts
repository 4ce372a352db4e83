export interface DropTarget {
  readonly id: number
  readonly name: string
}

/** Rows, tree and breadcrumb set `data-drop-folder` and `data-drop-name`. */
export function targetOf(under: EventTarget | null): (DropTarget & { readonly element: HTMLElement }) | undefined {
  const element = under instanceof Element ? under.closest<HTMLElement>('[data-drop-folder]') : null
  const { dropFolder, dropName } = element?.dataset ?? {}
  if (!element || dropFolder === undefined || dropName === undefined) return undefined
  return { id: Number(dropFolder), name: dropName, element }
}

export function markTarget(element: HTMLElement | undefined): void {
  for (const marked of document.querySelectorAll<HTMLElement>('[data-drop-over]')) if (marked !== element) delete marked.dataset['dropOver']
  if (element) element.dataset['dropOver'] = ''
}
