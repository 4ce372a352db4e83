let opened: Window | undefined

export function closePrintWindow(): void {
  opened?.close()
  opened = undefined
}

/** Returns undefined if blocked. The window inherits the page's policy. */
export function openPrintWindow(waiting: string): Window | undefined {
  closePrintWindow()
  opened = window.open('', '_blank', 'popup,width=960,height=900') ?? undefined
  if (opened) {
    opened.document.title = waiting
    opened.document.body.textContent = waiting
  }
  return opened
}

export function printIn(target: Window, { title, language, css, nodes }: PrintedPage): void {
  const { document: page } = target
  page.documentElement.lang = language
  page.title = title
  // A style element would need a nonce.
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
