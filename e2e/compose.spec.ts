import type { Locator, Page } from '@playwright/test'
import { given } from '../server/test/composing.ts'
import { makeLockedPdf } from '../server/test/make-locked-pdf.ts'
import { makePdf } from '../server/test/make-pdf.ts'
import { pdfOf, textPage } from '../server/test/pdf-file.ts'
import { axe } from './axe.ts'
import { drawn, edit, NAME, saved, sheet, signBox, story, tool } from './composing-room.ts'
import { sessionOf } from './house.ts'
import { expect } from './server-fixture.ts'
import { message, pdf } from './steps.ts'

/** Drags by the mouse, in steps as a hand does. */
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
    await page.getByRole('navigation').getByRole('link', { name: '문서 작성' }).click()
    await expect(page).toHaveURL(/\/compose$/)
    await page
      .getByLabel('PDF 업로드', { exact: true })
      .first()
      .setInputFiles(pdf(NAME, makePdf(3)))
    await page.getByRole('textbox', { name: '안내문' }).fill('확인 후 서명해 주세요.')
    await page.getByRole('button', { name: '올리기' }).click()
    await expect(page.getByRole('heading', { name: NAME })).toBeVisible()
    const templateId = Number(page.url().split('/').at(-1))
    expect(await author.stored(templateId)).toMatchObject({ notice: '확인 후 서명해 주세요.', signValid: 14, waterMark: false })

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
        { typeName: 'SIGN', page: 0, scaledX: expect.closeTo(200, 0), scaledY: expect.closeTo(300, 0), scaledW: 120, scaledH: 120 },
      ])

    await drag(page, signBox(page), 100, -150)
    await expect.poll(async () => (await author.stored(templateId)).boxes[0]?.scaledY).toBeCloseTo(150, 0)
    await page.keyboard.press('Control+z')
    await expect
      .poll(async () => (await author.stored(templateId)).boxes[0])
      .toMatchObject({ scaledX: expect.closeTo(200, 0), scaledY: expect.closeTo(300, 0) })
    await page.keyboard.press('Shift+Control+Z')
    await expect.poll(async () => (await author.stored(templateId)).boxes[0]?.scaledY).toBeCloseTo(150, 0)
    await page.reload()
    await expect(signBox(page)).toHaveCount(1)
    const [at, of] = [await signBox(page).boundingBox(), await sheet(page).boundingBox()]
    expect((at?.y ?? 0) - (of?.y ?? 0)).toBeCloseTo(150, 0)
  },
)

story('by key alone a box is placed, moved, duplicated and deleted', async ({ author }) => {
  const { templateId } = await author.draft()
  const page = await author.open()
  await edit(page, templateId)
  await tool(page, '텍스트 입력란').press('Enter')
  await page.getByRole('button', { name: '현재 쪽 가운데에 놓기' }).press('Enter')
  const box = page.getByRole('button', { name: '텍스트 입력란, 홍길동, 1쪽' })
  await expect(box).toBeFocused()
  const before = (await box.boundingBox())?.x ?? 0
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(async () => (await box.boundingBox())?.x).toBeCloseTo(before + 11, 3)
  await page.keyboard.press('Control+d')
  await expect(box).toHaveCount(2)
  await page.keyboard.press('Delete')
  await expect(box).toHaveCount(1)
  await expect.poll(async () => (await author.stored(templateId)).boxes.length).toBe(1)
  const { boxes, participants } = await author.stored(templateId)
  expect(boxes[0]?.participant).toBe(participants[0]?.id)
})

story(
  'a box for a text gets a name of its own, which is seen in it, taken back by key, and there again after a reload',
  async ({ author }) => {
    const { templateId } = await author.draft()
    const page = await author.open()
    await edit(page, templateId)
    await tool(page, '텍스트 입력란').click()
    await sheet(page).click({ position: { x: 100, y: 100 } })
    const label = page.getByRole('textbox', { name: '항목 이름' })
    const labels = async () => (await author.stored(templateId)).boxes.map((box) => box.label)
    await expect.poll(labels).toEqual([undefined])
    await label.fill('  직책 ')
    const box = page.getByRole('button', { name: "텍스트 입력란 '직책', 홍길동, 1쪽" })
    await expect(box).toContainText('직책')
    await expect(box).not.toContainText('텍스트 입력란')
    await expect.poll(labels).toEqual(['직책'])
    await expect(label).toHaveAttribute('maxlength', '40')
    await axe(page)
    await page.reload()
    await expect(box).toContainText('직책')

    // A signature is called a signature.
    await tool(page, '서명란').click()
    await sheet(page).click({ position: { x: 100, y: 300 } })
    await expect(signBox(page)).toBeFocused()
    await expect(label).toHaveCount(0)
    await box.click()
    await expect(label).toHaveValue('직책')
    await label.fill('')
    await expect(page.getByRole('button', { name: '텍스트 입력란, 홍길동, 1쪽' })).toContainText('텍스트 입력란')
    await expect.poll(labels).toEqual([undefined, undefined])
    await sheet(page).click({ position: { x: 450, y: 600 } })
    await page.keyboard.press('Control+z')
    await expect.poll(labels).toEqual(['직책', undefined])
    await expect(box).toContainText('직책')
  },
)

story('by touch a box is placed and dragged on a phone', async ({ author }) => {
  const { templateId } = await author.draft()
  const page = await author.open({ viewport: { width: 390, height: 844 }, hasTouch: true })
  await edit(page, templateId)
  // In its whole width, so that nothing has to be scrolled sideways.
  await expect(page.getByText('60%')).toBeVisible()
  await page.getByRole('button', { name: '도구' }).tap()
  await page.getByRole('dialog').getByRole('button', { name: '서명란', exact: true }).tap()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await sheet(page).tap({ position: { x: 53 * 0.6, y: 83 * 0.6 } })
  await expect(signBox(page)).toHaveCount(1)
  await expect
    .poll(async () => (await author.stored(templateId)).boxes)
    .toMatchObject([{ scaledX: expect.closeTo(50, 0), scaledY: expect.closeTo(80, 0) }])
})

story('what is placed at another zoom on a page that is turned lies where it was pressed [compose-turned]', async ({ author }) => {
  const turned = pdfOf([textPage('TURNED', '/MediaBox [0 0 595 842] /CropBox [20 30 520 730] /Rotate 90')])
  const { templateId, pages } = await author.draft(turned)
  expect(pages).toEqual([{ width: 700, height: 500 }])
  const page = await author.open()
  await edit(page, templateId)
  for (let step = 0; step < 5; step += 1) await page.getByRole('button', { name: '확대' }).click()
  await expect(page.getByText('150%')).toBeVisible()
  await expect(drawn(page)).toBeVisible()
  await tool(page, '서명란').click()
  await sheet(page).click({ position: { x: 156, y: 231 } })
  await expect(signBox(page)).toHaveCount(1)
  await expect.poll(async () => (await author.stored(templateId)).boxes.length).toBe(1)
  const [box] = (await author.stored(templateId)).boxes
  expect(box?.scaledX).toBeCloseTo((101 * 595) / 700, 1)
  expect(box?.scaledY).toBeCloseTo((151 * 842) / 500, 1)
  expect(box?.scaledW).toBeCloseTo((120 * 595) / 700, 3)
  const [at, of] = [await signBox(page).boundingBox(), await sheet(page).boundingBox()]
  expect((at?.x ?? 0) - (of?.x ?? 0)).toBeCloseTo(151.5, 0)
  expect((at?.y ?? 0) - (of?.y ?? 0)).toBeCloseTo(226.5, 0)
})

story('lines and texts are written on pages and are there again', async ({ author }) => {
  const { templateId } = await author.draft()
  const page = await author.open()
  await edit(page, templateId)
  await tool(page, '펜').click()
  const of = await sheet(page).boundingBox()
  const [x, y] = [(of?.x ?? 0) + 100, (of?.y ?? 0) + 100]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 80, y + 40, { steps: 6 })
  await page.mouse.up()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: '펜, 1쪽' })).toHaveCount(1)
  await tool(page, '자유 텍스트').click()
  await sheet(page).click({ position: { x: 300, y: 300 } })
  await page.getByRole('textbox', { name: '내용' }).fill('검토함')
  await expect
    .poll(async () => (await author.stored(templateId)).annotations)
    .toMatchObject([
      { kind: 'INK', thickness: 1, opacity: 1 },
      { kind: 'TEXT', text: '검토함', size: 10, scaledX: expect.closeTo(300, 0), scaledY: expect.closeTo(300, 0) },
    ])
  await page.reload()
  await expect(page.getByRole('button', { name: '펜, 1쪽' })).toHaveCount(1)
  await expect(page.getByRole('button', { name: '자유 텍스트, 1쪽' })).toHaveText('검토함')
})

story(
  'a locked PDF asks for its password, says of a wrong one that it is wrong, and can be composed with the right one [compose-locked]',
  async ({ author }) => {
    const page = await author.open()
    await page.goto('/compose')
    await page
      .getByLabel('PDF 업로드', { exact: true })
      .first()
      .setInputFiles(pdf('잠김.pdf', await makeLockedPdf('open sesame')))
    await page.getByRole('button', { name: '올리기' }).click()
    const password = page.getByLabel('이 PDF 파일을 열려면 비밀번호를 입력해 주세요.')
    await password.fill('wrong')
    await page.getByRole('button', { name: '올리기' }).click()
    await expect(page.getByText('비밀번호가 올바르지 않습니다. 다시 입력해 주세요.')).toBeVisible()
    await password.fill('open sesame')
    await page.getByRole('button', { name: '올리기' }).click()
    await expect(page.getByRole('heading', { name: '잠김.pdf' })).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: '입력란 놓기' }).click()
    await expect(drawn(page)).toBeVisible()
  },
)

story('what another window has changed is not saved over without a decision', async ({ author, strictness }) => {
  strictness.expectRefusals(/\/compose\/updateUpload$/)
  const { templateId } = await author.draft()
  const page = await author.open()
  await edit(page, templateId)
  given(await author.wire.call('POST', '/esign/api/compose/updateUpload', { body: { templateId, notice: '새 안내문' } }))
  await tool(page, '서명란').click()
  await sheet(page).click({ position: { x: 100, y: 100 } })
  await expect(page.getByText('다른 곳에서 이 문서를 바꿨습니다.')).toBeVisible()
  expect((await author.stored(templateId)).boxes).toEqual([])
  await page.getByRole('button', { name: '내 변경으로 저장' }).click()
  await expect(saved(page)).toBeVisible()
  expect(await author.stored(templateId)).toMatchObject({ notice: '새 안내문', boxes: [{ typeName: 'SIGN' }] })
})

story(
  'the preview shows the pages of the chosen document, leads to them by dots, and goes with the address [compose-full-screen]',
  async ({ author }) => {
    await author.draft()
    const page = await author.open()
    await page.goto('/compose')
    await page.getByRole('region', { name: '서명 문서' }).getByRole('button', { name: NAME }).click()
    const preview = page.getByRole('complementary', { name: `${NAME} 미리보기` })
    await expect(preview.locator('.page-canvas[data-drawn]').first()).toBeVisible()
    const dot = preview.getByRole('button', { name: '3쪽' })
    await dot.click()
    await expect(dot).toHaveAttribute('aria-current', 'page')
    await preview.getByRole('button', { name: '전체 화면' }).click()
    await expect(page.locator('.editor')).toHaveAttribute('data-status', 'PENDING')
    await expect(page.getByText('대기 중', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: '편집 닫기' }).click()
    await expect(page.getByRole('heading', { name: NAME })).toBeVisible()
    await expect(preview).toHaveCount(0)
  },
)

story('a document is sent to its signer, and its people show how far they are [compose-sent]', async ({ author }) => {
  const { templateId } = await author.draft()
  const page = await author.open()
  await edit(page, templateId)
  await tool(page, '서명란').click()
  await sheet(page).click({ position: { x: 100, y: 100 } })
  await page.getByRole('banner').getByRole('button', { name: '서명 요청' }).click()
  await page.getByRole('button', { name: '요청 보내기' }).click()
  await expect(page.getByText('서명 진행 중').first()).toBeVisible()
  await expect(page.getByRole('article').getByText('요청함')).toBeVisible()
  expect((await author.stored(templateId)).status).toBe('SENT')
})

story(
  'participants are not let in, and who is not in comes back after the entrance [compose-guarded]',
  async ({ house, url, openBrowser, room }) => {
    const session = await sessionOf(url, house.reader.pin)
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
    await expect(stranger.getByRole('main').getByRole('button', { name: 'PDF 업로드' })).toBeVisible()
  },
)
