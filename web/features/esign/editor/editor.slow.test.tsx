import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { makePdf } from '../../../../server/test/fixtures/make-pdf.ts'
import { boxOf, compose, given } from '../../../../server/test/scenarios/composing.ts'
import {
  drawn,
  NAME,
  newAuthor,
  openCompose,
  saved,
  sheet,
  signBox,
  tool,
  travel,
} from '../../../test/compose.tsx'
import { expectCount, press } from '../../../test/locating.ts'
import { answer, message } from '../../../test/steps.ts'

const SAVE = '/compose/updateUpload$'

test('the editor begins with what is stored when it is opened, and with what was saved as it was left', async () => {
  const author = await newAuthor()
  const { templateId } = await author.draft()
  await openCompose(`/compose/document/${templateId}`, author.wire)
  await expect.element(page.getByRole('heading', { name: NAME })).toBeVisible()
  given(await compose(author.wire, 'updateUpload', { templateId, boxes: [boxOf()] }))
  await page.getByRole('main').getByRole('button', { name: '입력란 놓기' }).click()
  await expect.element(drawn()).toBeVisible()
  await expectCount(signBox(), 1)

  await commands.hold(SAVE)
  await tool('서명란').click()
  await sheet().click({ position: { x: 400, y: 500 } })
  await expectCount(signBox(), 2)
  await travel('back')
  await expect.element(page.getByRole('heading', { name: NAME })).toBeVisible()
  await travel('forward')
  await expect.element(page.getByRole('main', { name: '전자서명' })).toBeVisible()
  await commands.letGo(SAVE)
  await expectCount(signBox(), 2)
  await tool('서명란').click()
  await sheet().click({ position: { x: 400, y: 100 } })
  await expect.poll(async () => (await author.stored(templateId)).boxes.length).toBe(3)
  await expect.element(saved()).toBeVisible()
})

test('what was saved though its answer was lost is nobody else’s change', async () => {
  const author = await newAuthor()
  const templateId = await author.edit()
  await commands.cut(SAVE, 1, true)
  await tool('서명란').click()
  await sheet().click({ position: { x: 100, y: 100 } })
  await expect.element(page.getByCss('.save-state')).toHaveAttribute('data-state', 'failed')
  expect((await author.stored(templateId)).boxes).toHaveLength(1)
  await tool('서명란').click()
  await sheet().click({ position: { x: 400, y: 500 } })
  await expect.element(saved()).toBeVisible()
  expect((await author.stored(templateId)).boxes).toHaveLength(2)
})

test('the size of a text is taken as it is typed, and only at its end brought to where it may be', async () => {
  const author = await newAuthor()
  const templateId = await author.edit()
  await tool('자유 텍스트').click()
  await sheet().click({ position: { x: 100, y: 100 } })
  const size = page.getByRole('spinbutton', { name: '글자 크기' })
  const stored = async () => (await author.stored(templateId)).annotations
  await press(size, 'Control+a')
  await commands.typeText('20')
  await expect.element(size).toHaveValue(20)
  await expect.poll(stored).toMatchObject([{ size: 20 }])
  await size.fill('2')
  await expect.element(size).toHaveValue(2)
  await press(size, 'Enter')
  await expect.element(size).toHaveValue(4)
  await expect.poll(stored).toMatchObject([{ size: 4 }])
  await size.fill('')
  ;(size.element() as HTMLElement).blur()
  await expect.element(size).toHaveValue(4)
})

test('what is written on a page follows what is taken back, and does not come back with the next key', async () => {
  const author = await newAuthor()
  const templateId = await author.edit()
  await tool('자유 텍스트').click()
  await sheet().click({ position: { x: 100, y: 100 } })
  const text = page.getByRole('textbox', { name: '내용' })
  await text.fill('검토함')
  await page.getByRole('button', { name: '실행 취소' }).click()
  await expect.element(text).toHaveValue('내용')
  await page.getByRole('button', { name: '다시 실행' }).click()
  await expect.element(text).toHaveValue('검토함')
  await page.getByRole('button', { name: '실행 취소' }).click()
  await press(text, 'End')
  await commands.typeText('!')
  await expect
    .poll(async () => (await author.stored(templateId)).annotations)
    .toMatchObject([{ text: '내용!' }])
})

test('typing the position of a box keeps the focus in its field, which follows the box', async () => {
  const author = await newAuthor()
  const templateId = await author.edit()
  await tool('서명란').click()
  await sheet().click({ position: { x: 100, y: 100 } })
  const x = page.getByRole('textbox', { name: 'X', exact: true })
  await x.fill('250')
  await press(x, 'Enter')
  await expect.element(x).toHaveFocus()
  await expect.element(x).toHaveValue('250.0')
  await commands.press('Backspace')
  await expect.element(x).toHaveValue('250.')
  await expectCount(signBox(), 1)
  await x.fill('5000')
  await press(x, 'Enter')
  await expect.element(x).toHaveValue('475.0')
  await page.getByRole('button', { name: '실행 취소' }).click()
  await expect.element(x).toHaveValue('250.0')
  await expect
    .poll(async () => (await author.stored(templateId)).boxes)
    .toMatchObject([{ scaledX: expect.closeTo(250, 3) }])
})

function drop(name: string): void {
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File([makePdf(1)], name, { type: 'application/pdf' }))
  document.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }))
}

test('a PDF that is dropped while another one waits to be uploaded is not taken for it', async () => {
  const { wire } = await newAuthor()
  await openCompose('/compose', wire)
  await expect
    .element(page.getByRole('main').getByRole('button', { name: 'PDF 업로드' }))
    .toBeVisible()
  drop(NAME)
  await expect.element(page.getByRole('button', { name: '업로드', exact: true })).toBeVisible()
  drop('위임장.pdf')
  await expect
    .poll(() => message()?.textContent)
    .toContain('한 번에 한 파일만 업로드할 수 있습니다.')
  await answer()
  await page.getByRole('button', { name: '업로드', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: NAME })).toBeVisible()
  await expect.element(page.getByText('위임장.pdf')).not.toBeInTheDocument()
})

test('the pages of the preview stay one below the other in a window of another size', async () => {
  const author = await newAuthor()
  const { templateId } = await author.draft()
  await openCompose(`/compose/document/${templateId}`, author.wire)
  await page.getByRole('region', { name: '서명 문서' }).getByRole('button', { name: NAME }).click()
  const preview = page.getByRole('complementary', { name: `${NAME} 미리보기` })
  const shape = () => {
    const [first, second] = [sheet(1, preview), sheet(2, preview)].map((each) =>
      each.query()?.getBoundingClientRect(),
    )
    if (!first || !second) return undefined
    return { width: first.width, gap: Math.round(second.y - first.y - first.height) }
  }
  await expect.poll(shape).toMatchObject({ gap: 16 })
  const before = shape()
  await page.viewport(1100, 900)
  await expect.poll(() => shape()?.width).toBeLessThan(before?.width ?? 0)
  await expect.poll(shape).toMatchObject({ gap: 16 })
})
