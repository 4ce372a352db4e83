import type { Page } from '@playwright/test'
import { boxOf, compose, given } from '../server/test/composing.ts'
import { makePdf } from '../server/test/make-pdf.ts'
import { drawn, edit, NAME, saved, sheet, signBox, story, tool } from './composing-room.ts'
import { expect } from './server-fixture.ts'
import { answer, hold, message } from './steps.ts'

const SAVE = /\/compose\/updateUpload$/

story('the editor begins with what is stored when it is opened, and with what was saved as it was left', async ({ author }) => {
  const { templateId } = await author.draft()
  const page = await author.open()
  await page.goto(`/compose/document/${templateId}`)
  await expect(page.getByRole('heading', { name: NAME })).toBeVisible()
  given(await compose(author.wire, 'updateUpload', { templateId, boxes: [boxOf()] }))
  await page.getByRole('main').getByRole('button', { name: '입력란 놓기' }).click()
  await expect(drawn(page)).toBeVisible()
  await expect(signBox(page)).toHaveCount(1)

  const letGo = await hold(page, SAVE)
  await tool(page, '서명란').click()
  await sheet(page).click({ position: { x: 400, y: 500 } })
  await expect(signBox(page)).toHaveCount(2)
  await page.goBack()
  await expect(page.getByRole('heading', { name: NAME })).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('main', { name: '문서 작성' })).toBeVisible()
  letGo()
  await expect(signBox(page)).toHaveCount(2)
  await tool(page, '서명란').click()
  await sheet(page).click({ position: { x: 400, y: 100 } })
  await expect.poll(async () => (await author.stored(templateId)).boxes.length).toBe(3)
  await expect(saved(page)).toBeVisible()
})

story('what was saved though its answer was lost is nobody else’s change', async ({ author, strictness }) => {
  strictness.expectRefusals(SAVE)
  const { templateId } = await author.draft()
  const page = await author.open()
  await edit(page, templateId)
  await page.route(
    SAVE,
    async (route) => {
      await route.fetch()
      await route.fulfill({ status: 504 })
    },
    { times: 1 },
  )
  await tool(page, '서명란').click()
  await sheet(page).click({ position: { x: 100, y: 100 } })
  await expect(page.locator('.save-state')).toHaveAttribute('data-state', 'failed')
  expect((await author.stored(templateId)).boxes).toHaveLength(1)
  await tool(page, '서명란').click()
  await sheet(page).click({ position: { x: 400, y: 500 } })
  await expect(saved(page)).toBeVisible()
  expect((await author.stored(templateId)).boxes).toHaveLength(2)
})

story('the size of a text is taken as it is typed, and only at its end brought to where it may be', async ({ author }) => {
  const { templateId } = await author.draft()
  const page = await author.open()
  await edit(page, templateId)
  await tool(page, '자유 텍스트').click()
  await sheet(page).click({ position: { x: 100, y: 100 } })
  const size = page.getByRole('spinbutton', { name: '글자 크기' })
  const stored = async () => (await author.stored(templateId)).annotations
  await size.press('Control+a')
  await size.pressSequentially('20')
  await expect(size).toHaveValue('20')
  await expect.poll(stored).toMatchObject([{ size: 20 }])
  await size.fill('2')
  await expect(size).toHaveValue('2')
  await size.press('Enter')
  await expect(size).toHaveValue('4')
  await expect.poll(stored).toMatchObject([{ size: 4 }])
  await size.fill('')
  await size.blur()
  await expect(size).toHaveValue('4')
})

story('what is written on a page follows what is taken back, and does not come back with the next key', async ({ author }) => {
  const { templateId } = await author.draft()
  const page = await author.open()
  await edit(page, templateId)
  await tool(page, '자유 텍스트').click()
  await sheet(page).click({ position: { x: 100, y: 100 } })
  const text = page.getByRole('textbox', { name: '내용' })
  await text.fill('검토함')
  await page.getByRole('button', { name: '실행 취소' }).click()
  await expect(text).toHaveValue('내용')
  await page.getByRole('button', { name: '다시 실행' }).click()
  await expect(text).toHaveValue('검토함')
  await page.getByRole('button', { name: '실행 취소' }).click()
  await text.press('End')
  await text.pressSequentially('!')
  await expect.poll(async () => (await author.stored(templateId)).annotations).toMatchObject([{ text: '내용!' }])
})

story('whoever types the place of a box stays in its field, which follows the box', async ({ author }) => {
  const { templateId } = await author.draft()
  const page = await author.open()
  await edit(page, templateId)
  await tool(page, '서명란').click()
  await sheet(page).click({ position: { x: 100, y: 100 } })
  const x = page.getByRole('textbox', { name: 'X', exact: true })
  await x.fill('250')
  await x.press('Enter')
  await expect(x).toBeFocused()
  await expect(x).toHaveValue('250.0')
  await page.keyboard.press('Backspace')
  await expect(x).toHaveValue('250.')
  await expect(signBox(page)).toHaveCount(1)
  await x.fill('5000')
  await x.press('Enter')
  await expect(x).toHaveValue('475.0')
  await page.getByRole('button', { name: '실행 취소' }).click()
  await expect(x).toHaveValue('250.0')
  await expect.poll(async () => (await author.stored(templateId)).boxes).toMatchObject([{ scaledX: expect.closeTo(250, 3) }])
})

/** Lets a PDF fall on the screen. */
const drop = (page: Page, name: string) =>
  page.evaluate(
    ([bytes, called]) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([new Uint8Array(bytes)], called, { type: 'application/pdf' }))
      document.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }))
    },
    [[...makePdf(1)], name] as const,
  )

story('a PDF that is dropped while another one waits to be uploaded is not taken for it', async ({ author }) => {
  const page = await author.open()
  await page.goto('/compose')
  await expect(page.getByRole('main').getByRole('button', { name: 'PDF 업로드' })).toBeVisible()
  await drop(page, NAME)
  await expect(page.getByRole('button', { name: '올리기' })).toBeVisible()
  await drop(page, '위임장.pdf')
  await expect(message(page)).toContainText('한 번에 한 파일만 올릴 수 있습니다.')
  await answer(page)
  await page.getByRole('button', { name: '올리기' }).click()
  await expect(page.getByRole('heading', { name: NAME })).toBeVisible()
  await expect(page.getByText('위임장.pdf')).toHaveCount(0)
})

story('the pages of the preview stay one below the other in a window of another size', async ({ author }) => {
  const { templateId } = await author.draft()
  const page = await author.open()
  await page.goto(`/compose/document/${templateId}`)
  await page.getByRole('region', { name: '서명 문서' }).getByRole('button', { name: NAME }).click()
  const preview = page.getByRole('complementary', { name: `${NAME} 미리보기` })
  const shape = async () => {
    const [first, second] = [await sheet(preview, 1).boundingBox(), await sheet(preview, 2).boundingBox()]
    if (!first || !second) return undefined
    return { width: first.width, gap: Math.round(second.y - first.y - first.height) }
  }
  await expect.poll(shape).toMatchObject({ gap: 16 })
  const before = await shape()
  await page.setViewportSize({ width: 1100, height: 900 })
  await expect.poll(async () => (await shape())?.width).toBeLessThan(before?.width ?? 0)
  await expect.poll(shape).toMatchObject({ gap: 16 })
})
