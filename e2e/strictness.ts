import type { BrowserContext, ConsoleMessage, Request } from '@playwright/test'

/** What leaves the browser for nobody; it shows a PDF by an extension of its own. */
const AT_HOME: readonly string[] = ['data:', 'blob:', 'chrome:', 'chrome-extension:']

const RESOURCE_FAILED = /^Failed to load resource: /

/** What a browser may not do in any story: complain, break, violate its policies, or speak to anybody but the server. */
export interface Strictness {
  watch(context: BrowserContext): Promise<void>
  /** Refusals that the story provokes: the browser's own lines about answers from these paths are no complaints. */
  expectRefusals(path: RegExp): void
  /** All that was wrong, in order. */
  faults(): readonly string[]
}

/** @param origin of the server. */
export function createStrictness(origin: string): Strictness {
  const faults: string[] = []
  const expected: RegExp[] = []

  const isExpected = (message: ConsoleMessage): boolean =>
    RESOURCE_FAILED.test(message.text()) && expected.some((path) => path.test(new URL(message.location().url).pathname))
  const hear = (message: ConsoleMessage): void => {
    if (!['error', 'warning', 'assert'].includes(message.type()) || isExpected(message)) return
    faults.push(`${message.type()}: ${message.text()} (${message.location().url})`)
  }
  const see = (request: Request): void => {
    const { protocol, origin: asked } = new URL(request.url())
    if (!AT_HOME.includes(protocol) && asked !== origin) faults.push(`request to ${request.url()}`)
  }

  return {
    async watch(context) {
      context.on('console', hear)
      context.on('weberror', (broken) => faults.push(`broken: ${broken.error().stack ?? broken.error().message}`))
      context.on('request', see)
      // The browser tells of most violations by itself; this hears of all.
      await context.addInitScript(() => {
        addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber, sample }) =>
          reportError(new Error(`${violatedDirective} violated by ${blockedURI} at ${sourceFile}:${lineNumber}: ${sample}`)),
        )
      })
    },
    expectRefusals: (path) => void expected.push(path),
    faults: () => faults,
  }
}
