import type { Page } from '@playwright/test'
import type { Scene } from '../tools/screens/scenes.mjs'

/** Paths that the client of the room shows by itself, without another document. */
const WITHIN = /^\/(\?|$|admin\/)/

/** Scenes that begin with what a document remembers, or leave something under way in it. */
const OWN_DOCUMENT =
  /^(login|ended|gate|passkeys|sessions|room-offline|room-idle|upload-(card|paused|leave|folders|offline|unfinished|conflict))/

export const needsOwnDocument = ({ name, as }: Scene): boolean => as === 'visitor' || as === 'newcomer' || OWN_DOCUMENT.test(name)

/**
 * Leads from scene to scene within one document, by addresses, as its own links do: to load it for each takes twice as long. Between two
 * scenes stands a screen outside of the session, with which all that the scene before has asked for is forgotten.
 */
export class Walk {
  readonly #page: Page
  readonly #load: Page['goto']
  #isAlone = true

  constructor(page: Page) {
    this.#page = page
    this.#load = page.goto.bind(page)
    page.goto = (address, options) => this.#go(address, options)
  }

  /** @param isAlone whether the scene to come has a document of its own. */
  begin(isAlone: boolean): void {
    if (isAlone || this.#isAlone) this.#page.goto = this.#load
    else this.#page.goto = (address, options) => this.#go(address, options)
    this.#isAlone = isAlone
  }

  async #go(...[address, options]: Parameters<Page['goto']>): ReturnType<Page['goto']> {
    const isWithin = await this.#page.evaluate(
      () => document.getElementById('root') !== null && !/^\/(compose|sign|verify)/.test(location.pathname),
    )
    if (address === 'about:blank' && isWithin) await this.#leave(address)
    else if (WITHIN.test(address) && isWithin) await this.#page.evaluate((path) => history.pushState(null, '', path), address)
    else return this.#load(address, options)
    return null
  }

  /** Messages stand over all screens, and stay: then the document ends. */
  async #leave(elsewhere: string): Promise<void> {
    await this.#page.evaluate(() => history.pushState(null, '', '/about'))
    await this.#page.locator('main.about').waitFor()
    if ((await this.#page.locator('[role=dialog], [role=alertdialog], [role=menu], [inert]').count()) > 0) await this.#load(elsewhere)
  }
}
