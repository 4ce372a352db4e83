import type { Page } from '@playwright/test'
import type { Scene } from '../../tools/screens/scenes.mjs'

const WITHIN = /^\/(\?|$|admin\/)/

const OWN_DOCUMENT =
  /^(login|ended|gate|passkeys|sessions|room-offline|room-idle|upload-(card|paused|leave|folders|offline|unfinished|conflict))/

export const needsOwnDocument = ({ name, as }: Scene): boolean =>
  as === 'visitor' || as === 'newcomer' || OWN_DOCUMENT.test(name)

/** Page loads take twice as long as navigation. A screen outside the session discards pending requests. */
export class Walk {
  readonly #page: Page
  readonly #load: Page['goto']
  #isAlone = true

  constructor(page: Page) {
    this.#page = page
    this.#load = page.goto.bind(page)
    page.goto = (address, options) => this.#go(address, options)
  }

  begin(isAlone: boolean): void {
    if (isAlone || this.#isAlone) this.#page.goto = this.#load
    else this.#page.goto = (address, options) => this.#go(address, options)
    this.#isAlone = isAlone
  }

  async #go(...[address, options]: Parameters<Page['goto']>): ReturnType<Page['goto']> {
    const isWithin = await this.#page.evaluate(
      () =>
        document.getElementById('root') !== null &&
        !/^\/(compose|sign|verify)/.test(location.pathname),
    )
    if (address === 'about:blank' && isWithin) await this.#leave(address)
    else if (WITHIN.test(address) && isWithin)
      await this.#page.evaluate((path) => history.pushState(null, '', path), address)
    else return this.#load(address, options)
    return null
  }

  /** An open message covers all screens and requires a new document. */
  async #leave(elsewhere: string): Promise<void> {
    await this.#page.evaluate(() => history.pushState(null, '', '/about'))
    await this.#page.locator('main.about').waitFor()
    if (
      (await this.#page
        .locator('[role=dialog], [role=alertdialog], [role=menu], [inert]')
        .count()) > 0
    )
      await this.#load(elsewhere)
  }
}
