import type { Page, Request } from '@playwright/test'
import { drawn, LONG_PAGES, story } from '../support/reading-room.ts'
import { expect } from '../support/server-fixture.ts'

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

interface ReportedViews {
  readonly calls: View[][]
  pass(minutes: number): Promise<void>
  passTo(count: number): Promise<void>
  seconds(): number
}

function reportsOf(page: Page): ReportedViews {
  const calls: View[][] = []
  const underWay = new Set<Request>()
  const isReport = (request: Request) =>
    request.method() === 'POST' && request.url().endsWith('/room/api/room/activity')
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
      await expect
        .poll(() => ({ calls: calls.length, underWay: underWay.size }))
        .toEqual({ calls: count, underWay: 0 })
    },
    seconds: () =>
      calls
        .flat()
        .reduce(
          (sum, { type, seconds, ago }) =>
            type === 'view' && ago === undefined ? sum + seconds : sum,
          0,
        ),
  }
}

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
    const reported = reportsOf(page)
    const startedAt = Date.now()
    const panel = await show('총람.pdf')
    await drawn(panel, 1)
    const seenAt = Date.now()
    await expect
      .poll(() => Date.now() - seenAt, 'some seconds with the first page')
      .toBeGreaterThan(1_500)
    await goTo(page, 900)
    await drawn(panel, 900)
    await goTo(page, LONG_PAGES)
    await drawn(panel, LONG_PAGES)
    const shownAt = Date.now()
    await expect
      .poll(() => Date.now() - shownAt, 'some seconds with the last one')
      .toBeGreaterThan(1_500)
    await panel.getByRole('button', { name: '닫기', exact: true }).click()
    await expect(panel).toHaveCount(0)

    await expect.poll(() => reported.calls.length).toBe(1)
    expect(reported.calls[0]?.some(({ last }) => last)).toBe(true)
    const logged = async () =>
      (await rooms.logged(room.roomId, 'document.pages-viewed')) as Logged[]
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
  'time is reported about once a minute, and stops when the page is hidden or there is no input',
  async ({ reading: { page, show } }) => {
    await page.clock.install()
    const reported = reportsOf(page)
    const panel = await show('계약서.pdf')
    await drawn(panel, 1)
    await reported.pass(2)
    expect(reported.calls.length).toBeGreaterThan(0)
    expect(reported.calls.length).toBeLessThanOrEqual(2)
    expect(reported.calls[0]).toEqual([expect.objectContaining({ type: 'view', page: 1 })])
    expect(reported.seconds()).toBeGreaterThan(30)

    await panel.dispatchEvent('pointermove')
    await page.clock.runFor('00:10')
    const before = reported.calls.length
    await turn(page, 'hidden')
    await expect.poll(() => reported.calls.length).toBeGreaterThan(before)
    await reported.pass(1)
    const hidden = reported.calls.length
    await reported.pass(4)
    expect(reported.calls).toHaveLength(hidden)

    // Time counts for 90 seconds after the last movement.
    const seen = reported.seconds()
    await turn(page, 'visible')
    for (let minute = 0; minute < 9; minute += 1) {
      await page.getByRole('banner').first().dispatchEvent('pointermove')
      await reported.pass(1)
    }
    expect(reported.seconds()).toBeGreaterThan(seen + 80)
    expect(reported.seconds()).toBeLessThanOrEqual(seen + 91)
  },
)

story(
  'reports that the network lost are sent again and counted once',
  async ({ reading: { page, show }, rooms, room, strictness }) => {
    strictness.expectRefusals(/\/room\/api\/room\/activity$/)
    await page.clock.install()
    const panel = await show('계약서.pdf')
    await drawn(panel, 1)
    const seenAt = Date.now()
    await expect
      .poll(
        () => Date.now() - seenAt,
        'a second by the clock of the server, which does not count less',
      )
      .toBeGreaterThan(1_500)
    const reported = reportsOf(page)
    const entries = async () => (await rooms.logged(room.roomId, 'document.pages-viewed')).length
    // Only the response is lost.
    await page.route(REPORTS, async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await reported.passTo(1)
    await expect.poll(entries).toBe(1)
    await page.unroute(REPORTS)
    await page.route(REPORTS, (route) => route.abort('internetdisconnected'))
    await panel.dispatchEvent('pointermove')
    await reported.passTo(2)
    expect(await entries()).toBe(1)
    await page.unroute(REPORTS)
    await panel.dispatchEvent('pointermove')
    await reported.passTo(3)
    const [first, second] = reported.calls
    expect(reported.calls[2]).toEqual([
      { ...first?.[0], ago: expect.any(Number) },
      { ...second?.[1], ago: expect.any(Number) },
      expect.not.objectContaining({ ago: expect.anything() }),
    ])
    await panel.dispatchEvent('pointermove')
    await reported.passTo(4)
    expect(reported.calls[3], 'all is heard').toEqual([
      expect.not.objectContaining({ ago: expect.anything() }),
    ])
  },
)

story(
  'behind the veil of strict mode no page is read',
  async ({ reading: { operator, page, show } }) => {
    await operator.viewing({ strict: true })
    await page.clock.install()
    const panel = await show('계약서.pdf')
    await drawn(panel, 1)
    await page.keyboard.press('PrintScreen')
    await expect(panel.getByRole('alert')).toBeVisible()
    const reported = reportsOf(page)
    await reported.pass(1)
    const before = reported.seconds()
    await reported.pass(2)
    expect(reported.seconds()).toBe(before)
    await panel.getByRole('button', { name: '문서 다시 보기' }).click()
    await reported.pass(2)
    expect(reported.seconds()).toBeGreaterThan(before + 30)
  },
)
