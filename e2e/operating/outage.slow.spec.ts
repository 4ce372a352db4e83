import { makePdf } from '../../server/test/fixtures/make-pdf.ts'
import { enterAsOperator, installation } from '../../server/test/harness/server-process.ts'
import { sessionOf } from '../support/furnished-room.ts'
import { BACK, connection, FAILED, OFFLINE, survive, wide } from '../support/outages/connection.ts'
import { test as base, expect, test as story } from '../support/server-fixture.ts'
import { answer, enter, message, row } from '../support/steps.ts'

const CUT = '서버에 연결할 수 없습니다. 다시 연결하는 중입니다.'

base(
  'a lost and a restored server connection are shown, and failed reads are repeated automatically',
  async ({ browser }) => {
    base.setTimeout(150_000)
    const home = await installation()
    try {
      const server = await home.start()
      const room = await home.createRoom()
      const client = await enterAsOperator(server.url, room)
      await client.upload([
        ['01 계약/계약서.pdf', makePdf(1)],
        ['안내문.pdf', makePdf(1)],
      ])
      const session = { name: 'session', value: JSON.stringify({ ...client.me, agreed: true }) }
      const storageState = {
        cookies: [],
        origins: [{ origin: server.url, localStorage: [session] }],
      }
      const context = await browser.newContext({ baseURL: server.url, storageState, ...wide })
      const page = await context.newPage()
      await page.goto('/')
      await expect(row(page, '안내문.pdf')).toBeVisible()
      await expect(connection(page)).toBeEmpty()
      server.signal('SIGKILL')
      await server.ended()
      await expect(connection(page)).toHaveText(CUT)
      await page.getByRole('treeitem', { name: /01 계약/ }).click()
      await expect(page.getByRole('alert').filter({ hasText: FAILED }).first()).toBeVisible()
      await home.start()
      await expect(page.getByText(BACK)).toBeVisible({ timeout: 60_000 })
      await expect(row(page, '계약서.pdf')).toBeVisible({ timeout: 30_000 })
      await expect(connection(page)).toBeEmpty()
      await expect(page.getByRole('alert').filter({ hasText: FAILED })).toHaveCount(0)
      await context.close()
    } finally {
      await home.remove()
    }
  },
)

story(
  'entrance and agreement say what is wrong and keep the PIN',
  async ({ page, app, strictness }) => {
    strictness.expectRefusals(/\/room\/api\/room\//)
    await page.goto('/login')
    const pin = page.getByRole('textbox', { name: 'PIN' })
    await pin.fill(app.reader.pin)
    const typed = await pin.inputValue()
    await survive(
      page,
      '**/room/api/room/join',
      () => page.keyboard.press('Enter'),
      () => expect(pin).toHaveValue(typed),
    )
    await page.context().setOffline(true)
    await page.keyboard.press('Enter')
    await expect(message(page)).toContainText(OFFLINE)
    await answer(page)
    await page.context().setOffline(false)
    await expect(pin).toHaveValue(typed)
    await page.keyboard.press('Enter')
    const accept = page.getByRole('button', { name: '동의하고 입장' })
    await expect(accept).toBeVisible()
    await survive(
      page,
      '**/room/api/room/checkAgree*',
      () => accept.click(),
      () => expect(accept).toBeVisible(),
    )
    await accept.click()
    await expect(row(page, '안내문.pdf')).toBeVisible()
  },
)

story(
  'the gate says what is wrong, counts no code and keeps it',
  async ({ page, room, strictness }) => {
    strictness.expectRefusals(/\/room\/admin\/auth\/comm\/checkManagerPin$/)
    await enter(page, room.pin)
    await page.getByRole('link', { name: '운영자 화면', exact: true }).click()
    const code = page.getByRole('textbox', { name: '운영자 코드' })
    await code.fill(room.code)
    const typed = await code.inputValue()
    await survive(
      page,
      '**/room/admin/auth/comm/checkManagerPin',
      () => code.press('Enter'),
      () => expect(code).toHaveValue(typed),
    )
    await code.press('Enter')
    await expect(page.getByRole('heading', { name: '대시보드', level: 1 })).toBeVisible()
  },
)

story(
  'where the event stream does not come through, nothing is said as long as the server answers',
  async ({ openBrowser, url, app, strictness }) => {
    strictness.expectRefusals(/^\//)
    const page = await (
      await openBrowser({ session: await sessionOf(url, app.reader.pin), ...wide })
    ).newPage()
    const said: string[] = []
    await page.exposeFunction('toastText', (text: string) => said.push(text))
    await page.addInitScript(() => {
      new MutationObserver(() => {
        const text = document.querySelector('.connection')?.textContent
        if (text) (window as unknown as { toastText: (text: string) => void }).toastText(text)
      }).observe(document, { childList: true, subtree: true, characterData: true })
    })
    let attempts = 0
    await page.route('**/room/api/room/events', (route) => {
      attempts += 1
      return route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' })
    })
    const answered = page.waitForResponse('**/room/api/room/toggle')
    await page.goto('/')
    await expect(row(page, '안내문.pdf')).toBeVisible()
    expect((await answered).ok()).toBe(true)
    await expect.poll(() => attempts, { timeout: 30_000 }).toBeGreaterThan(3)
    expect(said).toEqual([])
    await page.route('**/room/api/**', (route) => route.abort('connectionreset'))
    await expect(connection(page)).toHaveText(CUT, { timeout: 30_000 })
  },
)

story(
  'lists and documents that cannot be read say so and offer another try',
  async ({ openBrowser, url, app, strictness }) => {
    strictness.expectRefusals(/\/room\/api\/(file|room)\//)
    const page = await (
      await openBrowser({ session: await sessionOf(url, app.reader.pin), ...wide })
    ).newPage()
    await page.route('**/room/api/file/file/list', (route) =>
      route.fulfill({ status: 500, body: '' }),
    )
    await page.goto('/')
    const failure = page.getByRole('main').getByRole('alert').filter({ hasText: FAILED })
    await expect(failure).toBeVisible()
    await page.unroute('**/room/api/file/file/list')
    await failure.getByRole('button', { name: '다시 시도' }).click()
    await expect(row(page, '안내문.pdf')).toBeVisible()
    await page.route('**/room/api/file/prepareFile/*', (route) =>
      route.fulfill({ status: 500, body: '' }),
    )
    await page.goto(`/?doc=${app.ids['안내문.pdf']}`)
    const panel = page.getByRole('region', { name: '안내문.pdf', exact: true })
    await expect(panel.getByRole('button', { name: '다시 시도' })).toBeVisible()
    await page.unroute('**/room/api/file/prepareFile/*')
    await panel.getByRole('button', { name: '다시 시도' }).click()
    await expect(panel.getByRole('img', { name: '1쪽' })).toBeVisible()
  },
)
