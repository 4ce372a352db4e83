let opened: Window | undefined

/** Closes the window in which something is shown to be printed. */
export function closePrintWindow(): void {
  opened?.close()
  opened = undefined
}

/**
 * Opens an empty window, in place of the one before, to be filled and printed. It must be opened while the press of a button is dealt with:
 * later, browsers take it for an advertisement. It obeys the policy of the page. @returns undefined where the browser allows none.
 */
export function openPrintWindow(waiting: string): Window | undefined {
  closePrintWindow()
  opened = window.open('', '_blank', 'popup,width=960,height=900') ?? undefined
  if (opened) {
    opened.document.title = waiting
    opened.document.body.textContent = waiting
  }
  return opened
}

/** Shows nodes in such a window, in place of what it showed, and opens its print dialog. @param css rules for them alone. */
export function printIn(target: Window, { title, language, css, nodes }: PrintedPage): void {
  const { document: page } = target
  page.documentElement.lang = language
  page.title = title
  // A style element would need a nonce; a sheet that was made by script needs none.
  const sheet = new (target as typeof globalThis & Window).CSSStyleSheet()
  sheet.replaceSync(css)
  page.adoptedStyleSheets = [sheet]
  page.body.replaceChildren(...nodes)
  target.focus()
  target.print()
}

interface PrintedPage {
  readonly title: string
  readonly language: string
  readonly css: string
  readonly nodes: readonly Node[]
}
