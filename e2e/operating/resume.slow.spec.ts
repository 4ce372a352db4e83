import { createHash, randomFillSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { makePdf } from '../../server/test/fixtures/make-pdf.ts'
import { enterAsOperator, installation } from '../../server/test/harness/server-process.ts'
import { WireClient } from '../../server/test/harness/wire-client.ts'
import { sessionOf } from '../support/furnished-room.ts'
import { test as base, expect } from '../support/server-fixture.ts'
import { answer, fileInput, focused, message, pdf, row, tabTo } from '../support/steps.ts'

const MB = 1_000_000
/** The unit is bytes per second. */
const SLOW = 12 * MB
const wide = { viewport: { width: 1440, height: 900 } }

interface ResumeOperator {
  readonly page: Page
  readonly client: WireClient
}

interface Disk {
  large(name: string, size: number): Promise<{ readonly at: string; readonly hash: string }>
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const story = base.extend<{ operator: ResumeOperator; disk: Disk }>({
  operator: async ({ openBrowser, url, room }, use) => {
    const session = await sessionOf(url, room.pin, { code: room.code })
    const page = await (await openBrowser({ session, ...wide })).newPage()
    page.on('dialog', (dialog) => void dialog.accept())
    await page.goto('/admin/upload')
    const client = new WireClient(url)
    client.session = session
    await use({ page, client })
  },
  disk: async ({ room }, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), `sealroom-large-${room.roomId}-`))
    await use({
      async large(name, size) {
        const bytes = Buffer.concat([
          makePdf(1),
          randomFillSync(Buffer.alloc(size - makePdf(1).length)),
        ])
        const at = path.join(folder, name)
        await writeFile(at, bytes)
        return { at, hash: hashOf(bytes) }
      },
    })
    await rm(folder, { recursive: true })
  },
})

const card = (page: Page): Locator => page.getByRole('complementary', { name: '업로드 진행 상황' })
const entry = (page: Page, name: string): Locator =>
  card(page).getByRole('listitem').filter({ hasText: name })
const cardButton = (page: Page, name: string): Locator =>
  card(page).getByRole('button', { name, exact: true })

async function slowDown(page: Page): Promise<{ cut(): Promise<void>; restore(): Promise<void> }> {
  const network = await page.context().newCDPSession(page)
  const be = (offline: boolean, uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await be(false, SLOW)
  return {
    cut: async () => void (await be(true, SLOW)),
    restore: async () => void (await be(false, -1)),
  }
}

async function untilPercent(page: Page, name: string, percent: number): Promise<void> {
  const bar = entry(page, name).getByRole('progressbar')
  await expect
    .poll(async () => Number(await bar.getAttribute('aria-valuenow')), { intervals: [50] })
    .toBeGreaterThanOrEqual(percent)
  expect(Number(await bar.getAttribute('aria-valuenow'))).toBeLessThan(90)
}

async function storedHash(client: WireClient, name: string): Promise<string> {
  const { roomId } = client.me
  await client.call('PUT', '/room/api/room/update/toggle', {
    body: { id: roomId, watermark: false, noti: false },
  })
  const item = (await client.items()).find((one) => one.name === name)
  const answered = await client.fetch(
    'GET',
    `/room/api/file/${encodeURIComponent(item?.filename ?? '')}`,
  )
  expect(answered.status).toBe(200)
  return hashOf(new Uint8Array(await answered.arrayBuffer()))
}

story(
  'an upload that the network leaves goes on by itself where it stopped',
  async ({ operator: { page, client }, disk, strictness }) => {
    strictness.expectRefusals(/./)
    const { at, hash } = await disk.large('재무제표.pdf', 60 * MB)
    const network = await slowDown(page)
    const starts: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PATCH') starts.push(request.headers()['upload-offset'] ?? '')
    })
    await fileInput(page, '업로드').setInputFiles(at)
    await untilPercent(page, '재무제표.pdf', 40)
    await network.cut()
    await expect(card(page)).toContainText('네트워크를 기다리는 중')
    await expect(
      page.getByRole('status').filter({ hasText: '네트워크를 기다리는 중' }),
    ).toBeAttached()
    await expect(row(page, '재무제표.pdf')).toHaveCount(0)
    await network.restore()
    await expect(card(page)).toContainText('파일을 업로드했습니다.', { timeout: 20_000 })
    await expect(row(page, '재무제표.pdf')).toHaveCount(1)
    expect(starts[0]).toBe('0')
    expect(Number(starts.at(-1))).toBeGreaterThan(8 * MB)
    expect(await storedHash(client, '재무제표.pdf')).toBe(hash)
  },
)

story(
  'after a reload an upload goes on when its file is chosen again, and another file does not pass for it',
  async ({ operator, disk }) => {
    const { page, client } = operator
    const name = '감사보고서.pdf'
    const [{ at, hash }, other] = await Promise.all([
      disk.large(name, 40 * MB),
      disk.large('다른 파일.pdf', 9 * MB),
    ])
    await slowDown(page)
    await fileInput(page, '업로드').setInputFiles(at)
    await untilPercent(page, name, 30)
    await page.reload()

    await expect(card(page)).toContainText('끝나지 않은 업로드가 1개 있습니다.')
    await expect(entry(page, name)).toContainText(/바탕화면 · [1-8]\d% 업로드됨/)
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('감사보고서')
    const again = page.locator(`input[type=file][aria-label="${name} 이어서 업로드"]`)
    await again.setInputFiles(other.at)
    await expect(message(page)).toContainText('같은 파일이 아닙니다.')
    await answer(page)
    await again.setInputFiles(at)
    await expect(row(page, name)).toHaveCount(1)
    await expect(card(page)).toContainText('파일을 업로드했습니다.')
    expect(await storedHash(client, name)).toBe(hash)
    expect((await client.items()).map((item) => item.name)).toEqual([name])

    await page.reload()
    await expect(row(page, name)).toHaveCount(1)
    await expect(card(page)).toHaveCount(0)
  },
)

story(
  'what has arrived can be thrown away; a file that is added again goes on silently',
  async ({ operator: { page, client }, disk }) => {
    const [first, second] = await Promise.all([
      disk.large('하나.pdf', 30 * MB),
      disk.large('둘.pdf', 30 * MB),
    ])
    await slowDown(page)
    await fileInput(page, '업로드').setInputFiles([first.at, second.at])
    await untilPercent(page, '하나.pdf', 20)
    await page.reload()
    await expect(card(page)).toContainText('끝나지 않은 업로드가 2개 있습니다.')
    await cardButton(page, '하나.pdf 업로드한 부분 삭제').click()
    await expect(focused(page)).toHaveText('취소')
    await answer(page, '삭제')
    await expect(entry(page, '하나.pdf')).toHaveCount(0)

    const offsets: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PATCH') offsets.push(request.headers()['upload-offset'] ?? '')
    })
    await fileInput(page, '업로드').setInputFiles(second.at)
    await expect(row(page, '둘.pdf')).toHaveCount(1)
    expect(Number(offsets[0])).toBeGreaterThan(0)
    expect(await storedHash(client, '둘.pdf')).toBe(second.hash)
    expect((await client.items()).map((item) => item.name)).toEqual(['둘.pdf'])
  },
)

story(
  'one file is held, all are held, and by keys alone they go on',
  async ({ operator: { page, client }, disk }) => {
    const large = await disk.large('큰 파일.pdf', 40 * MB)
    await slowDown(page)
    await fileInput(page, '업로드').setInputFiles(large.at)
    await untilPercent(page, '큰 파일.pdf', 10)
    await tabTo(page, cardButton(page, '큰 파일.pdf 일시 중지'), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(entry(page, '큰 파일.pdf')).toHaveAttribute('data-state', 'paused')
    await expect(card(page)).toContainText('일시 중지됨 0 / 1')
    await expect(
      page.getByRole('status').filter({ hasText: '업로드를 일시 중지했습니다.' }),
    ).toBeAttached()
    await expect(focused(page)).toHaveAccessibleName('큰 파일.pdf 이어서 업로드')
    const requests: string[] = []
    page.on('request', (request) => void requests.push(request.method()))
    await page.keyboard.press('Enter')
    await expect(entry(page, '큰 파일.pdf')).toHaveAttribute('data-state', 'sending')
    await expect.poll(() => requests).toContain('HEAD')
    expect(requests).not.toContain('POST')

    await cardButton(page, '모두 일시 중지').click()
    await fileInput(page, '업로드').setInputFiles([pdf('작은 파일.pdf', makePdf(1))])
    await expect(row(page, '작은 파일.pdf')).toHaveCount(1)
    await expect(entry(page, '큰 파일.pdf')).toHaveAttribute('data-state', 'paused')
    await cardButton(page, '모두 이어서 업로드').click()
    await expect(row(page, '큰 파일.pdf')).toHaveCount(1)
    expect(await storedHash(client, '큰 파일.pdf')).toBe(large.hash)
  },
)

base('an upload survives the end of the server', async ({ browser }) => {
  const home = await installation()
  const folder = await mkdtemp(path.join(tmpdir(), 'sealroom-large-'))
  try {
    const server = await home.start()
    const room = await home.createRoom()
    const client = await enterAsOperator(server.url, room)
    const session = { name: 'session', value: JSON.stringify({ ...client.me, agreed: true }) }
    const storageState = { cookies: [], origins: [{ origin: server.url, localStorage: [session] }] }
    const page = await (
      await browser.newContext({ baseURL: server.url, storageState, ...wide })
    ).newPage()
    const bytes = Buffer.concat([makePdf(1), randomFillSync(Buffer.alloc(40 * MB))])
    const at = path.join(folder, '결산.pdf')
    await writeFile(at, bytes)

    await page.goto('/admin/upload')
    await slowDown(page)
    await fileInput(page, '업로드').setInputFiles(at)
    await untilPercent(page, '결산.pdf', 30)
    server.signal('SIGKILL')
    await server.ended()
    await expect(card(page)).toContainText('네트워크를 기다리는 중')
    await home.start()
    await expect(row(page, '결산.pdf')).toHaveCount(1, { timeout: 30_000 })
    expect(await storedHash(client, '결산.pdf')).toBe(hashOf(bytes))
    expect((await client.items()).map(({ name }) => name)).toEqual(['결산.pdf'])
  } finally {
    await home.remove()
    await rm(folder, { recursive: true })
  }
})

story(
  'logging out while files are on their way asks first, and says what can be taken up again',
  async ({ operator: { page }, disk }) => {
    const { at } = await disk.large('실사 자료.pdf', 60 * MB)
    await slowDown(page)
    await fileInput(page, '업로드').setInputFiles(at)
    await untilPercent(page, '실사 자료.pdf', 10)
    const logout = page.getByRole('button', { name: '로그아웃' })
    await logout.click()
    await expect(message(page)).toContainText('로그아웃하면 업로드가 중단됩니다.')
    await expect(message(page)).toContainText('8MB 이상의 파일은 24시간 안에')
    await expect(focused(page)).toHaveText('취소')
    await page.keyboard.press('Enter')
    await expect(message(page)).toHaveCount(0)
    await expect(logout).toBeFocused()
    await expect(entry(page, '실사 자료.pdf')).toHaveAttribute('data-state', 'sending')

    const asked = page.waitForEvent('dialog')
    await page.reload()
    expect((await asked).type()).toBe('beforeunload')
    await expect(card(page)).toContainText('끝나지 않은 업로드가 1개 있습니다.')
    await logout.click()
    await expect(page).toHaveURL(/\/login$/)
  },
)

story(
  'a session that ends meanwhile takes no file with it: all goes on once its person is back',
  async ({ operator, disk, room, strictness }) => {
    const { page, client } = operator
    strictness.expectRefusals(/\/room\/api\//)
    const { at, hash } = await disk.large('실사 자료.pdf', 60 * MB)
    const network = await slowDown(page)
    await fileInput(page, '업로드').setInputFiles(at)
    await untilPercent(page, '실사 자료.pdf', 30)
    await client.logout()
    await expect(page).toHaveURL(/\/login$/)
    await expect(card(page)).toHaveCount(0)

    await page.getByRole('textbox', { name: 'PIN' }).fill(room.pin)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: '동의하고 입장' }).click()
    await expect(card(page)).toContainText('운영자 화면에 들어가면 이어서 업로드합니다.')
    await network.restore()
    await page.getByRole('textbox', { name: '운영자 코드' }).fill(room.code)
    await page.keyboard.press('Enter')
    await expect(row(page, '실사 자료.pdf')).toBeVisible()
    const again = await enterAsOperator(new URL(page.url()).origin, room)
    expect(await storedHash(again, '실사 자료.pdf')).toBe(hash)
  },
)
