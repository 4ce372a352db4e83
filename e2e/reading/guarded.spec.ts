import { drawn, isVeiled, PASSWORD, reportsOf, story } from '../support/reading-room.ts'
import { expect } from '../support/server-fixture.ts'
import { focused } from '../support/steps.ts'

story(
  'a locked PDF asks for its password, says when it is wrong, opens with it [locked-pdf]',
  async ({ reading: { page, show } }) => {
    const panel = await show('잠긴 문서.pdf')
    const field = panel.getByLabel('이 PDF 파일을 열려면 비밀번호를 입력해 주세요.')
    await expect(field).toHaveAttribute('type', 'password')
    await expect(field).toHaveAttribute('autocomplete', 'off')
    await panel.getByRole('button', { name: '열기' }).click()
    await expect(panel.getByRole('alert')).toHaveText('비밀번호를 입력해 주세요.')
    await field.fill('wrong')
    await page.keyboard.press('Enter')
    await expect(panel.getByRole('alert')).toHaveText(
      '비밀번호가 올바르지 않습니다. 다시 입력해 주세요.',
    )
    await expect(field).toBeFocused()
    await panel.getByRole('button', { name: '비밀번호 표시' }).click()
    await expect(field).toHaveAttribute('type', 'text')
    await field.fill(PASSWORD)
    await page.keyboard.press('Enter')
    await drawn(panel, 1)
    expect(
      await page.evaluate(
        (password) => JSON.stringify({ ...localStorage, ...sessionStorage }).includes(password),
        PASSWORD,
      ),
    ).toBe(false)
  },
)

story(
  'in strict mode a capture key hides the pages until the reader comes back, reported once [capture-hidden]',
  async ({ reading }) => {
    const { operator, page, show } = reading
    await operator.viewing({ strict: true })
    const reports = reportsOf(page)
    const panel = await show('계약서.pdf')
    await drawn(panel, 1)
    await expect(panel.getByText('화면 캡처 시도를 기록합니다.')).toBeVisible()
    await panel.getByRole('region', { name: '페이지' }).focus()

    const wasHidden = await page.evaluate(() => {
      dispatchEvent(new KeyboardEvent('keydown', { key: 'PrintScreen' }))
      return (
        getComputedStyle(document.querySelector('.viewer-pages > *') ?? document.body).opacity ===
        '0'
      )
    })
    expect(wasHidden).toBe(true)
    await expect(panel.getByRole('alert')).toContainText(
      '화면 캡처가 감지되어 문서를 가렸습니다. 이 시도는 기록됩니다.',
    )
    await page.keyboard.press('PrintScreen')
    await expect(focused(page)).toHaveText('문서 다시 보기')
    await expect(panel.getByRole('img', { name: '1쪽', exact: true })).toBeAttached()
    await page.keyboard.press('Enter')
    await expect.poll(() => isVeiled(page)).toBe(false)
    await expect
      .poll(() => reports)
      .toEqual([expect.objectContaining({ type: 'capture', page: 1 })])

    await page.keyboard.down('Meta')
    await page.keyboard.down('Shift')
    expect(await isVeiled(page)).toBe(true)
    await page.keyboard.up('Shift')
    await page.keyboard.up('Meta')
    expect(await isVeiled(page)).toBe(false)
    await page.evaluate(() => dispatchEvent(new Event('blur')))
    await expect(panel.getByRole('alert')).toContainText('창을 벗어나')
    await expect.poll(() => reports.length).toBe(2)

    // Hangul input reports other letters for these keys.
    await panel.getByRole('button', { name: '문서 다시 보기' }).click()
    await page.evaluate(() =>
      dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ㄴ', code: 'KeyS', metaKey: true, shiftKey: true }),
      ),
    )
    await expect(panel.getByRole('alert')).toContainText('화면 캡처가 감지되어')
    await expect.poll(() => reports.length).toBe(3)

    await panel.getByRole('button', { name: '문서 다시 보기' }).click()
    await panel.getByRole('button', { name: '엄격 모드 설명' }).click()
    await expect(page.getByRole('alertdialog')).toContainText(
      '브라우저는 화면 캡처를 막을 수 없습니다.',
    )
  },
)

story(
  'who is shut out while reading sees no page any more, and why [shut-out]',
  async ({ reading, strictness }) => {
    const { operator, readerId, page, show } = reading
    strictness.expectRefusals(/^\/api\/room\//)
    const panel = await show('계약서.pdf')
    await drawn(panel, 1)
    await operator.setRight(readerId, 'access', false)
    await expect(page).toHaveURL(/\/login$/, { timeout: 2_000 })
    await expect(page.getByText('운영자가 접근을 일시 차단했습니다.')).toBeVisible()
    await expect(page.locator('.viewer-sheet')).toHaveCount(0)
  },
)
