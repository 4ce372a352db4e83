import { drawn, isVeiled, reportsOf, story } from '../support/reading-room.ts'
import { expect } from '../support/server-fixture.ts'

story(
  'too many wrong passwords, and it says when to try again',
  async ({ reading: { page, show }, strictness }) => {
    strictness.expectRefusals(/\/password$/)
    const panel = await show('잠긴 문서.pdf')
    await page.route('**/view/*/password', (route) =>
      route.fulfill({
        status: 429,
        json: {
          status: 'EXCEPTION',
          code: 'TOO_MANY',
          payload: '시도 횟수를 초과했습니다. 7분 뒤에 다시 시도해 주세요.',
        },
      }),
    )
    await panel.getByLabel(/비밀번호를 입력해 주세요/).fill('x')
    await panel.getByRole('button', { name: '열기' }).click()
    await expect(panel.getByRole('alert')).toContainText('7분 뒤에')
  },
)

story(
  'outside of strict mode nobody watches; switched on while reading, somebody does',
  async ({ reading }) => {
    const { operator, page, show } = reading
    const reports = reportsOf(page)
    const panel = await show('계약서.pdf')
    await drawn(panel, 1)
    await page.keyboard.press('PrintScreen')
    await page.evaluate(() => dispatchEvent(new Event('blur')))
    expect(await isVeiled(page)).toBe(false)
    await operator.viewing({ strict: true })
    await expect(panel.getByText('화면 캡처 시도를 기록합니다.')).toBeVisible()
    await drawn(panel, 1)
    await page.keyboard.press('PrintScreen')
    await expect(panel.getByRole('alert')).toBeVisible()
    await expect.poll(() => reports.length).toBe(1)
  },
)

story(
  'rights that come and go while reading lock and unlock the panels next to the document',
  async ({ reading }) => {
    const { operator, readerId, show } = reading
    const panel = await show('계약서.pdf')
    await drawn(panel, 1)
    const print = panel.getByRole('button', { name: /^인쇄/ })
    await expect(print).toHaveAttribute('aria-disabled', 'true')
    await operator.setRight(readerId, 'print', true)
    await expect(print).not.toHaveAttribute('aria-disabled', 'true', { timeout: 1_500 })
    await operator.setRight(readerId, 'print', false)
    await expect(print).toHaveAttribute('aria-disabled', 'true', { timeout: 1_500 })
  },
)

story(
  'a document that is deleted while it is read is gone from the screen',
  async ({ reading, strictness }) => {
    const { operator, ids, show } = reading
    strictness.expectRefusals(/^\/api\/room\//)
    const panel = await show('계약서.pdf')
    await drawn(panel, 1)
    await operator.deleteItem(ids['계약서.pdf'] ?? 0)
    await expect(panel.locator('.viewer-sheet')).toHaveCount(0, { timeout: 2_000 })
    await expect(panel.getByRole('alert').or(panel.page().getByRole('alert'))).toContainText(
      '문서를 찾을 수 없습니다.',
    )
  },
)
