import type { Page, Response } from '@playwright/test'
import { makePdf } from '../../server/test/fixtures/make-pdf.ts'
import { enterAsOperator } from '../../server/test/harness/server-process.ts'
import type { WireClient } from '../../server/test/harness/wire-client.ts'
import { sessionOf } from '../support/furnished-room.ts'
import { drawn } from '../support/reading-room.ts'
import { expect, test } from '../support/server-fixture.ts'
import { account, answer, focused, message, row, tabTo } from '../support/steps.ts'

test.describe.configure({ timeout: 120_000 })

interface Viewing {
  readonly page: Page
  readonly operator: WireClient
  readonly memberId: number
  readonly answers: Response[]
}

const NAME = '이참여'

const story = test.extend<{ viewing: Viewing }>({
  viewing: async ({ openBrowser, url, room, strictness }, use) => {
    strictness.expectRefusals(/\/room\/events$|\/room\/api\/room\/activity$|\/removeTempFile\//)
    const operator = await enterAsOperator(url, room)
    await operator.upload([['안내문.pdf', makePdf(2, 'DOCUMENT')]])
    const invited = await operator.invite([{ name: NAME, email: 'seen@example.com' }])
    const [{ id: memberId = 0 } = {}] = invited.json.payload as { id?: number }[]
    const session = await sessionOf(url, room.pin, { code: room.code })
    const page = await (
      await openBrowser({ session, viewport: { width: 1440, height: 900 } })
    ).newPage()
    const answers: Response[] = []
    page.on('response', (response) => answers.push(response))
    await page.goto('/admin/invitation')
    await use({ page, operator, memberId, answers })
  },
})

const menuOf = (page: Page) => page.getByRole('button', { name: `${NAME} 작업` })
const bar = (page: Page) => page.getByRole('region', { name: '다른 사용자로 보는 중' })
const end = (page: Page) => bar(page).getByRole('button', { name: '보기 종료' })
const tokenOf = (page: Page) =>
  page.evaluate(
    () => JSON.parse(sessionStorage.getItem('view') ?? '{}').view?.jwt as string | undefined,
  )

async function view(page: Page): Promise<void> {
  await tabTo(page, page.locator('tbody [data-column][tabindex="0"]'))
  await page.keyboard.press('Control+End')
  await page.keyboard.press('End')
  await expect(menuOf(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: '이 사용자로 보기' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(bar(page)).toContainText(`${NAME} 님의 화면을 보는 중`)
  await expect(row(page, '안내문.pdf')).toBeVisible()
}

story(
  'an operator sees the room as a person does, by the keyboard, and comes back to the row of that person',
  async ({ viewing }) => {
    const { page, operator, memberId } = viewing
    await expect(menuOf(page)).toBeVisible()
    await view(page)
    await expect(page).toHaveURL(/\/$/)
    await expect(bar(page)).toContainText('읽기 전용')
    await expect(bar(page).getByRole('status')).toHaveText(
      `${NAME} 님의 화면을 보는 중 · 읽기 전용`,
    )
    await expect(page.getByText('운영자 화면')).toHaveCount(0)
    const blocked = '다른 사용자로 보는 중에는 사용할 수 없습니다.'
    const logout = page.getByRole('button', { name: '로그아웃' })
    await expect(logout).toHaveAttribute('aria-disabled', 'true')
    await expect(logout).toHaveAccessibleDescription(blocked)
    await account(page).click()
    for (const name of [
      '내 활동',
      '문서 색인 다운로드',
      '내 자료 다운로드',
      '내 로그인',
      '로그인 보안',
      '알림 메일',
    ]) {
      const entry = page.getByRole('menuitem', { name })
      await expect(entry).toHaveAttribute('aria-disabled', 'true')
      await expect(entry).toContainText(blocked)
    }
    await page.keyboard.press('Escape')

    await row(page, '안내문.pdf').click()
    const panel = page.getByRole('region', { name: '안내문.pdf', exact: true })
    await drawn(panel, 1)
    await expect(panel.getByRole('button', { name: '메일: 안내문.pdf' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    const print = panel.getByRole('button', { name: '인쇄: 안내문.pdf' })
    await expect(print).toHaveAttribute('aria-disabled', 'true')
    await expect(print).toHaveAccessibleDescription('인쇄 권한이 없습니다.')

    await operator.setRight(memberId, 'print', true)
    await operator.setRight(memberId, 'download', true)
    await expect(print).not.toHaveAttribute('aria-disabled', 'true')
    await expect(bar(page)).toBeVisible()

    await page.locator('body').press('Home')
    await tabTo(page, end(page), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/admin\/invitation$/)
    await expect(bar(page)).toHaveCount(0)
    await expect(menuOf(page)).toBeFocused()
    await expect(page.getByRole('button', { name: '로그아웃' })).not.toHaveAttribute(
      'aria-disabled',
      'true',
    )
    expect(await page.evaluate(() => sessionStorage.getItem('view'))).toBeNull()
  },
)

story(
  'what the person may print and download is offered, and refused in words',
  async ({ viewing, strictness }) => {
    strictness.expectRefusals(/\/room\/api\/file\/(load|ticket)$/)
    const { page, operator, memberId, answers } = viewing
    await operator.setRight(memberId, 'print', true)
    await operator.setRight(memberId, 'download', true)
    await view(page)
    await expect(page.getByRole('link', { name: '새로운 문서' })).toHaveCount(0)
    await row(page, '안내문.pdf').click({ button: 'right' })
    await expect(page.getByRole('menuitem', { name: '파일 이름 복사' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: '즐겨찾기에 추가' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await row(page, '안내문.pdf').click()
    const panel = page.getByRole('region', { name: '안내문.pdf', exact: true })
    await drawn(panel, 1)
    for (const name of ['인쇄', '다운로드']) {
      await panel.getByRole('button', { name: `${name}: 안내문.pdf` }).click()
      await expect(message(page)).toContainText('다른 사용자로 보는 중에는 보기만 할 수 있습니다.')
      await answer(page)
    }
    await expect(page.locator('.print-frame')).toHaveCount(0)
    const kept = answers.filter((response) =>
      /application\/(pdf|zip|octet-stream)/.test(response.headers()['content-type'] ?? ''),
    )
    expect(kept).toEqual([])
  },
)

story(
  'all that is asked for the screen of a person bears its own token, and nothing after it does',
  async ({ viewing, strictness }) => {
    strictness.expectRefusals(/\/room\/info\/1$/)
    const { page } = viewing
    const own = await page.evaluate(
      () => JSON.parse(localStorage.getItem('session') ?? '{}').jwt as string,
    )
    const asked: { readonly path: string; readonly bearer: string | undefined }[] = []
    page.on('request', (request) => {
      if (!request.url().includes('/api/')) return
      asked.push({
        path: new URL(request.url()).pathname,
        bearer: request.headers()['authorization']?.slice(7),
      })
    })
    await view(page)
    const token = await tokenOf(page)
    expect(token).not.toBe(own)
    const begun = asked.findIndex(({ path }) => path.endsWith('/user/viewAs'))
    const during = asked.slice(begun + 1)
    expect(during.length).toBeGreaterThan(2)
    expect(
      during.filter(({ path, bearer }) => bearer !== token && !path.endsWith('/alive')),
    ).toEqual([])

    await page.reload()
    await expect(bar(page)).toContainText(NAME)
    await expect(row(page, '안내문.pdf')).toBeVisible()
    expect(await tokenOf(page)).toBe(token)
    const other = await page.context().newPage()
    await other.goto('/')
    await expect(row(other, '안내문.pdf')).toBeVisible()
    await expect(bar(other)).toHaveCount(0)
    await expect(other.getByRole('link', { name: '운영자 화면', exact: true })).toBeVisible()
    await other.close()

    const ended = page.waitForRequest((request) => request.url().endsWith('/room/api/room/logout'))
    await page.goBack()
    expect((await ended).headers()['authorization']).toBe(`Bearer ${token}`)
    await expect(menuOf(page)).toBeFocused()
    await expect(bar(page)).toHaveCount(0)
    const refused = await page.evaluate(async (bearer) => {
      const response = await fetch('/api/room/api/room/info/1', {
        headers: { authorization: `Bearer ${bearer}` },
      })
      return response.status
    }, token)
    expect(refused).toBe(401)
  },
)

story(
  'the screen is gone at once with the access of the person, and says why',
  async ({ viewing, strictness }) => {
    strictness.expectRefusals(/\/api\//)
    const { page, operator, memberId } = viewing
    await view(page)
    await operator.setRight(memberId, 'access', false)
    await expect(page).toHaveURL(/\/admin\/invitation$/)
    await expect(page.getByText('이 사용자로 보기가 끝났습니다.')).toBeVisible()
    await expect(bar(page)).toHaveCount(0)
    await expect(menuOf(page)).toBeFocused()
    await page.keyboard.press('Enter')
    const item = page.getByRole('menuitem', { name: '이 사용자로 보기' })
    await expect(item).toHaveAttribute('aria-disabled', 'true')
    await expect(item).toHaveAccessibleDescription(
      '접근이 일시 차단된 사용자에게는 보이는 화면이 없습니다.',
    )
  },
)

story(
  'with the session of the operator the screen of the person is gone, too',
  async ({ viewing, strictness }) => {
    strictness.expectRefusals(/\/api\//)
    const { page } = viewing
    await view(page)
    const other = await page.context().newPage()
    await other.goto('/')
    await other.getByRole('button', { name: '로그아웃' }).click()
    await expect(page).toHaveURL(/\/login$/)
    await expect(bar(page)).toHaveCount(0)
    await expect(page.getByText('안내문.pdf')).toHaveCount(0)
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('view'))).toBeNull()
  },
)

story(
  'on a phone the bar stays above the list, the folders and the document',
  async ({ viewing }) => {
    const { page } = viewing
    await page.setViewportSize({ width: 390, height: 844 })
    await menuOf(page).click()
    await page.getByRole('menuitem', { name: '이 사용자로 보기' }).click()
    const isOnTop = () =>
      end(page).evaluate((button) => {
        const { x, y, width, height } = button.getBoundingClientRect()
        return (
          width > 0 &&
          x + width <= innerWidth &&
          button.contains(document.elementFromPoint(x + width / 2, y + height / 2))
        )
      })
    await expect(row(page, /안내문\.pdf/)).toBeVisible()
    expect(await isOnTop()).toBe(true)
    await page.getByRole('button', { name: '폴더 목록' }).click()
    const drawer = page.getByRole('dialog', { name: '폴더 목록' })
    await expect(drawer).toBeVisible()
    const [above, below] = await Promise.all([bar(page).boundingBox(), drawer.boundingBox()])
    expect(below?.y).toBe((above?.y ?? 0) + (above?.height ?? 0))
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: '폴더 목록' })).toHaveCount(0)
    await row(page, /안내문\.pdf/).click()
    await drawn(page.getByRole('region', { name: '안내문.pdf', exact: true }), 1)
    expect(await isOnTop()).toBe(true)
    await end(page).click()
    await expect(menuOf(page)).toBeFocused()
    await expect(focused(page)).toBeInViewport()
  },
)
