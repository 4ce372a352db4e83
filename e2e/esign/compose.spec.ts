import type { Locator, Page } from '@playwright/test'
import { makePdf } from '../../server/test/fixtures/make-pdf.ts'
import { drawn, NAME, saved, sheet, signBox, story, tool } from '../support/composing-room.ts'
import { sessionOf } from '../support/furnished-room.ts'
import { expect } from '../support/server-fixture.ts'
import { message, pdf } from '../support/steps.ts'

async function drag(page: Page, from: Locator, dx: number, dy: number): Promise<void> {
  const box = await from.boundingBox()
  if (!box) throw new Error('nothing to drag')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + dx / 2, y + dy / 2, { steps: 4 })
  await page.mouse.move(x + dx, y + dy, { steps: 4 })
  await page.mouse.up()
}

story(
  'an operator uploads a PDF, places a box by mouse, drags it, takes that back, and finds all of it after a reload [compose-placed]',
  async ({ author }) => {
    const page = await author.open()
    await page.goto('/admin/dashboard')
    await page.getByRole('navigation').getByRole('link', { name: '전자서명' }).click()
    await expect(page).toHaveURL(/\/compose$/)
    await page
      .getByLabel('PDF 업로드', { exact: true })
      .first()
      .setInputFiles(pdf(NAME, makePdf(3)))
    await page.getByRole('textbox', { name: '안내문' }).fill('확인 후 서명해 주세요.')
    await page.getByRole('button', { name: '업로드', exact: true }).click()
    await expect(page.getByRole('heading', { name: NAME })).toBeVisible()
    const templateId = Number(page.url().split('/').at(-1))
    expect(await author.stored(templateId)).toMatchObject({
      notice: '확인 후 서명해 주세요.',
      signValid: 14,
      waterMark: false,
    })

    await page.getByRole('main').getByRole('button', { name: '입력란 놓기' }).click()
    await expect(drawn(page)).toBeVisible()
    await tool(page, '서명란').click()
    await expect(page.getByText('문서에서 서명란을 놓을 위치를 눌러 주세요.')).toBeVisible()
    await sheet(page).click({ position: { x: 203, y: 303 } })
    await expect(page.locator('.editor')).toHaveAttribute('data-mode', '0')
    await expect(signBox(page)).toHaveAccessibleName('서명란, 지정 안 함, 1쪽')
    await expect(saved(page)).toBeVisible()
    await expect
      .poll(async () => (await author.stored(templateId)).boxes)
      .toMatchObject([
        {
          typeName: 'SIGN',
          page: 0,
          scaledX: expect.closeTo(200, 0),
          scaledY: expect.closeTo(300, 0),
          scaledW: 120,
          scaledH: 120,
        },
      ])

    await drag(page, signBox(page), 100, -150)
    await expect
      .poll(async () => (await author.stored(templateId)).boxes[0]?.scaledY)
      .toBeCloseTo(150, 0)
    await page.keyboard.press('Control+z')
    await expect
      .poll(async () => (await author.stored(templateId)).boxes[0])
      .toMatchObject({ scaledX: expect.closeTo(200, 0), scaledY: expect.closeTo(300, 0) })
    await page.keyboard.press('Shift+Control+Z')
    await expect
      .poll(async () => (await author.stored(templateId)).boxes[0]?.scaledY)
      .toBeCloseTo(150, 0)
    await page.reload()
    await expect(signBox(page)).toHaveCount(1)
    const [at, of] = [await signBox(page).boundingBox(), await sheet(page).boundingBox()]
    expect((at?.y ?? 0) - (of?.y ?? 0)).toBeCloseTo(150, 0)
  },
)

story(
  'participants are not let in, and who is not in comes back after the entrance [compose-guarded]',
  async ({ app, url, openBrowser, room }) => {
    const session = await sessionOf(url, app.reader.pin)
    const page = await (await openBrowser({ session })).newPage()
    await page.goto('/compose')
    await expect(message(page)).toContainText('운영자가 아닙니다.')
    await expect(page).toHaveURL(/\/$/)

    const stranger = await (await openBrowser()).newPage()
    await stranger.goto('/compose')
    await expect(stranger).toHaveURL(/\/login$/)
    await stranger.getByRole('textbox', { name: 'PIN' }).fill(room.pin)
    await stranger.keyboard.press('Enter')
    await stranger.getByRole('button', { name: '동의하고 입장' }).click()
    await expect(stranger).toHaveURL(/\/compose$/)
    await stranger.getByRole('textbox', { name: '운영자 코드' }).fill(room.code)
    await stranger.keyboard.press('Enter')
    await expect(
      stranger.getByRole('main').getByRole('button', { name: 'PDF 업로드' }),
    ).toBeVisible()
  },
)
