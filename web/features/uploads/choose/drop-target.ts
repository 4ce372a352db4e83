export interface DropTarget {
  readonly id: number
  readonly name: string
  /** A single dropped file gets this name, with its own extension. */
  readonly as?: string
}

/** Rows, tree and breadcrumb set `data-drop-folder` and `data-drop-name`; single documents also `data-drop-as`. */
export function targetOf(
  under: EventTarget | null,
): (DropTarget & { readonly element: HTMLElement }) | undefined {
  const element = under instanceof Element ? under.closest<HTMLElement>('[data-drop-folder]') : null
  const { dropFolder, dropName, dropAs } = element?.dataset ?? {}
  if (!element || dropFolder === undefined || dropName === undefined) return undefined
  return {
    id: Number(dropFolder),
    name: dropName,
    ...(dropAs === undefined ? {} : { as: dropAs }),
    element,
  }
}

export function markTarget(element: HTMLElement | undefined): void {
  for (const marked of document.querySelectorAll<HTMLElement>('[data-drop-over]'))
    if (marked !== element) delete marked.dataset['dropOver']
  if (element) element.dataset['dropOver'] = ''
}
