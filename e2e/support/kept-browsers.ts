import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Page,
} from '@playwright/test'
import { reportViolations } from '../reading/strictness.ts'

const REST_PATH = '/at-rest'
const KEPT_MAX = 2
const VIEWPORT = { width: 1280, height: 720 }

/** These calls are irreversible, so the context closes. */
const LASTING_ON_CONTEXT = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'newCDPSession',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setHTTPCredentials',
  'setOffline',
] as const
const LASTING_ON_PAGE = [
  'addInitScript',
  'addLocatorHandler',
  'emulateMedia',
  'exposeBinding',
  'exposeFunction',
  'setExtraHTTPHeaders',
] as const
const LASTING_ON_CLOCK = [
  'fastForward',
  'install',
  'pauseAt',
  'resume',
  'runFor',
  'setFixedTime',
  'setSystemTime',
] as const

const PAGE_EVENTS = [
  'close',
  'console',
  'crash',
  'dialog',
  'domcontentloaded',
  'download',
  'filechooser',
  'framenavigated',
  'load',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
] as const
const CONTEXT_EVENTS = [
  'console',
  'dialog',
  'page',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'weberror',
] as const

interface StorageEntry {
  readonly name: string
  readonly value: string
}

type Settings = Omit<BrowserContextOptions, 'baseURL' | 'storageState' | 'viewport'>

interface KeptBrowser {
  readonly key: string
  readonly context: BrowserContext
  readonly page: Page
  readonly devtools: CDPSession
  readonly use: { isAltered: boolean; isPageGiven: boolean }
}

function noticeCalls<Name extends string>(
  target: Readonly<Record<Name, unknown>>,
  names: readonly Name[],
  notice: () => void,
): void {
  for (const name of names) {
    const call = target[name]
    if (typeof call !== 'function') throw new Error(`Playwright has no ${name} any more`)
    Object.defineProperty(target, name, {
      configurable: true,
      value: (...values: readonly unknown[]) => {
        notice()
        return Reflect.apply(call, target, values)
      },
    })
  }
}

async function rest(page: Page): Promise<void> {
  // Chromium would request an icon.
  const body = '<!doctype html><link rel="icon" href="data:," />'
  await page.route(`**${REST_PATH}`, (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(REST_PATH)
  await page.unroute(`**${REST_PATH}`)
}

/**
 * New contexts load scripts for over a second, so they are reused. Each story's state ends with it; irreversible changes close the
 * context.
 */
export class KeptBrowsers {
  readonly #browser: Browser
  readonly #url: string
  readonly #free: KeptBrowser[] = []
  readonly #taken = new Map<BrowserContext, KeptBrowser>()

  constructor(browser: Browser, url: string) {
    this.#browser = browser
    this.#url = url
  }

  /** @param storage entries of the server's origin */
  async take(
    settings: Settings,
    viewport: BrowserContextOptions['viewport'],
    storage: readonly StorageEntry[],
  ): Promise<BrowserContext> {
    const key = JSON.stringify(settings)
    const index = this.#free.findIndex((kept) => kept.key === key)
    const kept = this.#free.splice(index, index < 0 ? 0 : 1)[0] ?? (await this.#open(key, settings))
    this.#taken.set(kept.context, kept)
    await kept.page.setViewportSize(viewport ?? VIEWPORT)
    await kept.page.evaluate((entries) => {
      for (const { name, value } of entries) localStorage.setItem(name, value)
    }, storage)
    return kept.context
  }

  /** @param isReusable false if the story failed */
  async giveBack(context: BrowserContext, isReusable: boolean): Promise<void> {
    const kept = this.#taken.get(context)
    this.#taken.delete(context)
    const isKept =
      kept !== undefined &&
      isReusable &&
      !kept.use.isAltered &&
      !kept.page.isClosed() &&
      (await this.#clean(kept))
    if (isKept && this.#free.length < KEPT_MAX) this.#free.push(kept)
    else await context.close()
  }

  async #open(key: string, settings: Settings): Promise<KeptBrowser> {
    const context = await this.#browser.newContext({ ...settings, baseURL: this.#url })
    await reportViolations(context)
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await rest(page)
    const use = { isAltered: false, isPageGiven: false }
    const alter = () => {
      use.isAltered = true
    }
    noticeCalls(context, LASTING_ON_CONTEXT, alter)
    noticeCalls(page, LASTING_ON_PAGE, alter)
    noticeCalls(context.clock, LASTING_ON_CLOCK, alter)
    const openPage = context.newPage.bind(context)
    context.newPage = async () => {
      if (use.isPageGiven) return openPage()
      use.isPageGiven = true
      return page
    }
    return { key, context, page, devtools, use }
  }

  async #clean({ context, page, devtools, use }: KeptBrowser): Promise<boolean> {
    try {
      await Promise.all(context.pages().map((each) => (each === page ? undefined : each.close())))
      for (const event of PAGE_EVENTS) page.removeAllListeners(event)
      for (const event of CONTEXT_EVENTS) context.removeAllListeners(event)
      await Promise.all([
        page.unrouteAll({ behavior: 'ignoreErrors' }),
        context.unrouteAll({ behavior: 'ignoreErrors' }),
      ])
      await rest(page)
      await page.evaluate(() => sessionStorage.clear())
      await devtools.send('Storage.clearDataForOrigin', { origin: this.#url, storageTypes: 'all' })
      await context.clearCookies()
      await devtools.send('Page.resetNavigationHistory')
      await page.mouse.move(-1, -1)
      use.isPageGiven = false
      return true
    } catch {
      return false
    }
  }
}
