import type { BrowserContext, ConsoleMessage, Request, WebError } from '@playwright/test'

/** What leaves the browser for nobody; it shows a PDF by an extension of its own. */
const AT_HOME: readonly string[] = ['data:', 'blob:', 'chrome:', 'chrome-extension:']

const RESOURCE_FAILED = /^Failed to load resource: /

/** What a browser may not do in any story: complain, break, violate its policies, or speak to anybody but the server. */
export interface Strictness {
  /** @returns what ends it. */
  watch(context: BrowserContext): Promise<() => void>
  /** Refusals that the story provokes: the browser's own lines about answers from these paths are no complaints. */
  expectRefusals(path: RegExp): void
  /** All that was wrong, in order. */
  faults(): readonly string[]
}

/** Contexts that report violations of policies already. */
const reporting = new WeakSet<BrowserContext>()

/** The browser tells of most violations by itself; this has it tell of all, as broken scripts. */
export async function reportViolations(context: BrowserContext): Promise<void> {
  if (reporting.has(context)) return
  reporting.add(context)
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber, sample }) =>
      reportError(new Error(`${violatedDirective} violated by ${blockedURI} at ${sourceFile}:${lineNumber}: ${sample}`)),
    )
  })
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
  const tellBroken = (broken: WebError): void => void faults.push(`broken: ${broken.error().stack ?? broken.error().message}`)

  return {
    async watch(context) {
      context.on('console', hear)
      context.on('weberror', tellBroken)
      context.on('request', see)
      await reportViolations(context)
      return () => {
        context.off('console', hear)
        context.off('weberror', tellBroken)
        context.off('request', see)
      }
    },
    expectRefusals: (path) => void expected.push(path),
    faults: () => faults,
  }
}
