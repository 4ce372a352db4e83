import type { Page, Request } from '@playwright/test'
import { drawn, LONG_PAGES, story } from './reading-room.ts'
import { expect } from './server-fixture.ts'

interface View {
  readonly type: string
  readonly page: number
  readonly seconds: number
  readonly ago?: number
  readonly last?: true
}

interface Logged {
  readonly itemId: number
  readonly pages: readonly { readonly page: number; readonly seconds: number }[]
}

const REPORTS = '**/room/api/room/activity'

/** The times that the browser tells, call by call, in the order in which they leave. */
interface Told {
  readonly calls: View[][]
  /** Lets minutes pass one by one, each call being answered before the next one can leave. */
  pass(minutes: number): Promise<void>
  /** Lets a minute pass and waits for its call, of so many, to be answered or lost. */
  passTo(count: number): Promise<void>
  /** In all, what is told again not counted anew. */
  seconds(): number
}

function toldBy(page: Page): Told {
  const calls: View[][] = []
  const underWay = new Set<Request>()
  const isReport = (request: Request) => request.method() === 'POST' && request.url().endsWith('/room/api/room/activity')
  page.on('request', (request) => {
    if (!isReport(request)) return
    underWay.add(request)
    calls.push(request.postDataJSON() as View[])
  })
  page.on('requestfinished', (request) => void underWay.delete(request))
  page.on('requestfailed', (request) => void underWay.delete(request))
  return {
    calls,
    async pass(minutes) {
      for (let passed = 0; passed < minutes; passed += 1) {
        await page.clock.runFor('01:00')
        await expect.poll(() => underWay.size).toBe(0)
      }
    },
    async passTo(count) {
      await page.clock.runFor('01:00')
      await expect.poll(() => ({ calls: calls.length, underWay: underWay.size })).toEqual({ calls: count, underWay: 0 })
    },
    seconds: () => calls.flat().reduce((sum, { type, seconds, ago }) => (type === 'view' && ago === undefined ? sum + seconds : sum), 0),
  }
}

/** Puts the tab out of sight, or back into it. */
const turn = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((next) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => next })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

const goTo = async (page: Page, number: number) => {
  const field = page.getByRole('textbox', { name: /^이동할 쪽/ })
  await field.fill(String(number))
  await field.press('Enter')
  await expect(field).toHaveValue(String(number))
}

story(
  'what was read is in the log by page, no longer than it was open, and what was merely passed is not',
  async ({ reading: { page, show, ids }, rooms, room }) => {
    const told = toldBy(page)
    const startedAt = Date.now()
    const panel = await show('총람.pdf')
    await drawn(panel, 1)
    const seenAt = Date.now()
    await expect.poll(() => Date.now() - seenAt, 'some seconds with the first page').toBeGreaterThan(1_500)
    await goTo(page, 900)
    await drawn(panel, 900)
    await goTo(page, LONG_PAGES)
    await drawn(panel, LONG_PAGES)
    const shownAt = Date.now()
    await expect.poll(() => Date.now() - shownAt, 'some seconds with the last one').toBeGreaterThan(1_500)
    await panel.getByRole('button', { name: '닫기', exact: true }).click()
    await expect(panel).toHaveCount(0)

    // One call tells all and closes the lease.
    await expect.poll(() => told.calls.length).toBe(1)
    expect(told.calls[0]?.some(({ last }) => last)).toBe(true)
    const logged = async () => (await rooms.logged(room.roomId, 'document.pages-viewed')) as Logged[]
    await expect.poll(async () => (await logged()).length).toBe(1)
    const [entry] = await logged()
    expect(entry).toMatchObject({ itemId: ids['총람.pdf'] })
    const pages = new Map(entry?.pages.map(({ page: number, seconds }) => [number, seconds]))
    expect([...pages.keys()]).toEqual(expect.arrayContaining([1, LONG_PAGES]))
    expect([...pages.keys()].filter((number) => ![1, 900, LONG_PAGES].includes(number))).toEqual([])
    for (const seconds of pages.values()) expect(seconds).toBeGreaterThanOrEqual(1)
    const total = [...pages.values()].reduce((sum, seconds) => sum + seconds, 0)
    expect(total).toBeLessThanOrEqual((Date.now() - startedAt) / 1_000)
  },
)

story(
  'time is told about once a minute, and neither out of sight nor without a movement does it go on',
  async ({ reading: { page, show } }) => {
    await page.clock.install()
    const told = toldBy(page)
    const panel = await show('계약서.pdf')
    await drawn(panel, 1)
    await told.pass(2)
    expect(told.calls.length).toBeGreaterThan(0)
    expect(told.calls.length).toBeLessThanOrEqual(2)
    expect(told.calls[0]).toEqual([expect.objectContaining({ type: 'view', page: 1 })])
    expect(told.seconds()).toBeGreaterThan(30)

    // What is left is told when nobody looks any more, and nothing after that.
    await panel.dispatchEvent('pointermove')
    await page.clock.runFor('00:10')
    const before = told.calls.length
    await turn(page, 'hidden')
    await expect.poll(() => told.calls.length).toBeGreaterThan(before)
    await told.pass(1)
    const hidden = told.calls.length
    await told.pass(4)
    expect(told.calls).toHaveLength(hidden)

    // Nobody moves: the 90 seconds in which somebody may still read, and no more, whatever is done beside the viewer.
    const seen = told.seconds()
    await turn(page, 'visible')
    for (let minute = 0; minute < 9; minute += 1) {
      await page.getByRole('banner').first().dispatchEvent('pointermove')
      await told.pass(1)
    }
    expect(told.seconds()).toBeGreaterThan(seen + 80)
    expect(told.seconds()).toBeLessThanOrEqual(seen + 91)
  },
)

story('what the network has lost is told again and counted once', async ({ reading: { page, show }, rooms, room, strictness }) => {
  strictness.expectRefusals(/\/room\/api\/room\/activity$/)
  await page.clock.install()
  const panel = await show('계약서.pdf')
  await drawn(panel, 1)
  const seenAt = Date.now()
  await expect.poll(() => Date.now() - seenAt, 'a second by the clock of the server, which does not count less').toBeGreaterThan(1_500)
  const told = toldBy(page)
  const entries = async () => (await rooms.logged(room.roomId, 'document.pages-viewed')).length
  // The answer is lost, not the call.
  await page.route(REPORTS, async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await told.passTo(1)
  await expect.poll(entries).toBe(1)
  // Now the call itself.
  await page.unroute(REPORTS)
  await page.route(REPORTS, (route) => route.abort('internetdisconnected'))
  await panel.dispatchEvent('pointermove')
  await told.passTo(2)
  expect(await entries()).toBe(1)
  await page.unroute(REPORTS)
  await panel.dispatchEvent('pointermove')
  await told.passTo(3)
  const [first, second] = told.calls
  expect(told.calls[2]).toEqual([
    { ...first?.[0], ago: expect.any(Number) },
    { ...second?.[1], ago: expect.any(Number) },
    expect.not.objectContaining({ ago: expect.anything() }),
  ])
  await panel.dispatchEvent('pointermove')
  await told.passTo(4)
  expect(told.calls[3], 'all is heard').toEqual([expect.not.objectContaining({ ago: expect.anything() })])
})

story('behind the veil of strict mode no page is read', async ({ reading: { operator, page, show } }) => {
  await operator.viewing({ strict: true })
  await page.clock.install()
  const panel = await show('계약서.pdf')
  await drawn(panel, 1)
  await page.keyboard.press('PrintScreen')
  await expect(panel.getByRole('alert')).toBeVisible()
  const told = toldBy(page)
  await told.pass(1)
  const before = told.seconds()
  await told.pass(2)
  expect(told.seconds()).toBe(before)
  await panel.getByRole('button', { name: '문서 다시 보기' }).click()
  await told.pass(2)
  expect(told.seconds()).toBeGreaterThan(before + 30)
})
