import type { BrowserContext, ConsoleMessage, Request, WebError } from '@playwright/test'

/** A Chromium extension shows PDFs. */
const AT_HOME: readonly string[] = ['data:', 'blob:', 'chrome:', 'chrome-extension:']

const RESOURCE_FAILED = /^Failed to load resource: /

/** Forbids console errors, exceptions, policy violations and requests to other servers. */
export interface Strictness {
  /** @returns the function that ends the watch */
  watch(context: BrowserContext): Promise<() => void>
  /** Failed responses of these paths are no faults. */
  expectRefusals(path: RegExp): void
  expectVisits(origin: string): void
  faults(): readonly string[]
}

const reporting = new WeakSet<BrowserContext>()

/** The browser alone misses some policy violations. */
export async function reportViolations(context: BrowserContext): Promise<void> {
  if (reporting.has(context)) return
  reporting.add(context)
  await context.addInitScript(() => {
    addEventListener(
      'securitypolicyviolation',
      ({ violatedDirective, blockedURI, sourceFile, lineNumber, sample }) =>
        reportError(
          new Error(
            `${violatedDirective} violated by ${blockedURI} at ${sourceFile}:${lineNumber}: ${sample}`,
          ),
        ),
    )
  })
}

export function createStrictness(origin: string): Strictness {
  const faults: string[] = []
  const expected: RegExp[] = []
  const visited = new Set<string>()
  /** A frame has no address until it has loaded. */
  const isVisited = (url: string): boolean => url !== '' && visited.has(new URL(url).origin)

  const isExpected = (message: ConsoleMessage): boolean =>
    RESOURCE_FAILED.test(message.text()) &&
    expected.some((path) => path.test(new URL(message.location().url).pathname))
  const hear = (message: ConsoleMessage): void => {
    if (!['error', 'warning', 'assert'].includes(message.type()) || isExpected(message)) return
    const shownAt = message.page()?.url()
    if (shownAt !== undefined && isVisited(shownAt)) return
    faults.push(`${message.type()}: ${message.text()} (${message.location().url})`)
  }
  const see = (request: Request): void => {
    const { protocol, origin: asked } = new URL(request.url())
    if (AT_HOME.includes(protocol) || asked === origin || visited.has(asked)) return
    // Playwright knows no frame yet for the first request of a new page.
    const from = request.isNavigationRequest() ? '' : request.frame().url()
    if (!isVisited(from)) faults.push(`request to ${request.url()}`)
  }
  const describeBroken = (broken: WebError): void =>
    void faults.push(`broken: ${broken.error().stack ?? broken.error().message}`)

  return {
    async watch(context) {
      context.on('console', hear)
      context.on('weberror', describeBroken)
      context.on('request', see)
      await reportViolations(context)
      return () => {
        context.off('console', hear)
        context.off('weberror', describeBroken)
        context.off('request', see)
      }
    },
    expectRefusals: (path) => void expected.push(path),
    expectVisits: (to) => void visited.add(new URL(to).origin),
    faults: () => faults,
  }
}
