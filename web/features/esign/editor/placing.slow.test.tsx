import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { pdfText, textPage } from '../../../../server/test/fixtures/pdf-file.ts'
import { compose, given } from '../../../../server/test/scenarios/composing.ts'
import {
  drawn,
  newAuthor,
  openEditor,
  saved,
  sheet,
  signBox,
  tool,
} from '../../../test/compose.tsx'
import { boxOf, exactly, expectCount, press } from '../../../test/locating.ts'

test('by key alone a box is placed, moved, duplicated and deleted', async () => {
  const author = await newAuthor()
  const templateId = await author.edit()
  await press(tool('텍스트 입력란'), 'Enter')
  await press(page.getByRole('button', { name: '현재 쪽 가운데에 놓기' }), 'Enter')
  const box = page.getByRole('button', { name: '텍스트 입력란, 홍길동, 1쪽' })
  await expect.element(box).toHaveFocus()
  const before = boxOf(box).x
  await commands.press('ArrowRight')
  await commands.press('Shift+ArrowRight')
  await expect.poll(() => boxOf(box).x).toBeCloseTo(before + 11, 3)
  await commands.press('Control+d')
  await expectCount(box, 2)
  await commands.press('Delete')
  await expectCount(box, 1)
  await expect.poll(async () => (await author.stored(templateId)).boxes.length).toBe(1)
  const { boxes, participants } = await author.stored(templateId)
  expect(boxes[0]?.participant).toBe(participants[0]?.id)
})

test('a box for a text gets a name of its own, which is seen in it, taken back by key, and there when it is opened again', async () => {
  const author = await newAuthor()
  const templateId = await author.edit()
  await tool('텍스트 입력란').click()
  await sheet().click({ position: { x: 100, y: 100 } })
  const label = page.getByRole('textbox', { name: '항목 이름' })
  const labels = async () => (await author.stored(templateId)).boxes.map((box) => box.label)
  await expect.poll(labels).toEqual([undefined])
  await label.fill('  직책 ')
  const box = page.getByRole('button', { name: "텍스트 입력란 '직책', 홍길동, 1쪽" })
  await expect.element(box).toHaveTextContent('직책')
  await expect.element(box).not.toHaveTextContent('텍스트 입력란')
  await expect.poll(labels).toEqual(['직책'])
  await expect.element(label).toHaveAttribute('maxlength', '40')
  expect(await commands.axe()).toEqual([])
  await openEditor(author.wire, templateId)
  await expect.element(box).toHaveTextContent('직책')

  await tool('서명란').click()
  await sheet().click({ position: { x: 100, y: 300 } })
  await expect.element(signBox()).toHaveFocus()
  await expectCount(label, 0)
  await box.click()
  await expect.element(label).toHaveValue('직책')
  await label.fill('')
  await expect
    .element(page.getByRole('button', { name: '텍스트 입력란, 홍길동, 1쪽' }))
    .toHaveTextContent('텍스트 입력란')
  await expect.poll(labels).toEqual([undefined, undefined])
  await sheet().click({ position: { x: 450, y: 600 } })
  await commands.press('Control+z')
  await expect.poll(labels).toEqual(['직책', undefined])
  await expect.element(box).toHaveTextContent('직책')
})

test('what is placed at another zoom on a page that is turned lies where it was pressed [compose-turned]', async () => {
  const author = await newAuthor()
  const turned = pdfText([
    textPage('TURNED', '/MediaBox [0 0 595 842] /CropBox [20 30 520 730] /Rotate 90'),
  ])
  const { templateId, pages } = await author.draft(
    Uint8Array.from(turned, (letter) => letter.charCodeAt(0)),
  )
  expect(pages).toEqual([{ width: 700, height: 500 }])
  await openEditor(author.wire, templateId)
  for (let step = 0; step < 5; step += 1) await page.getByRole('button', { name: '확대' }).click()
  await expect.element(page.getByText('150%')).toBeVisible()
  await expect.element(drawn()).toBeVisible()
  await tool('서명란').click()
  await sheet().click({ position: { x: 156, y: 231 } })
  await expectCount(signBox(), 1)
  await expect.poll(async () => (await author.stored(templateId)).boxes.length).toBe(1)
  const [box] = (await author.stored(templateId)).boxes
  expect(box?.scaledX).toBeCloseTo((101 * 595) / 700, 1)
  expect(box?.scaledY).toBeCloseTo((151 * 842) / 500, 1)
  expect(box?.scaledW).toBeCloseTo((120 * 595) / 700, 3)
  const [at, of] = [boxOf(signBox()), boxOf(sheet())]
  expect(at.x - of.x).toBeCloseTo(151.5, 0)
  expect(at.y - of.y).toBeCloseTo(226.5, 0)
})

test('lines and texts are written on pages and are there when it is opened again', async () => {
  const author = await newAuthor()
  const templateId = await author.edit()
  await tool('펜').click()
  const of = boxOf(sheet())
  await commands.moveMouse({ x: of.x + 100, y: of.y + 100 })
  await commands.pressMouse()
  await commands.moveMouse({ x: of.x + 180, y: of.y + 140 }, 6)
  await commands.releaseMouse()
  await commands.press('Escape')
  await expectCount(page.getByRole('button', { name: '펜, 1쪽' }), 1)
  await tool('자유 텍스트').click()
  await sheet().click({ position: { x: 300, y: 300 } })
  await page.getByRole('textbox', { name: '내용' }).fill('검토함')
  await expect
    .poll(async () => (await author.stored(templateId)).annotations)
    .toMatchObject([
      { kind: 'INK', thickness: 1, opacity: 1 },
      {
        kind: 'TEXT',
        text: '검토함',
        size: 10,
        scaledX: expect.closeTo(300, 0),
        scaledY: expect.closeTo(300, 0),
      },
    ])
  await openEditor(author.wire, templateId)
  await expectCount(page.getByRole('button', { name: '펜, 1쪽' }), 1)
  await expect
    .element(page.getByRole('button', { name: '자유 텍스트, 1쪽' }))
    .toHaveTextContent(exactly('검토함'))
})

test('what another window has changed is not saved over without a decision', async () => {
  const author = await newAuthor()
  const templateId = await author.edit()
  given(await compose(author.wire, 'updateUpload', { templateId, notice: '새 안내문' }))
  await tool('서명란').click()
  await sheet().click({ position: { x: 100, y: 100 } })
  await expect.element(page.getByText('다른 곳에서 이 문서를 바꿨습니다.')).toBeVisible()
  expect((await author.stored(templateId)).boxes).toEqual([])
  await page.getByRole('button', { name: '내 변경으로 저장' }).click()
  await expect.element(saved()).toBeVisible()
  expect(await author.stored(templateId)).toMatchObject({
    notice: '새 안내문',
    boxes: [{ typeName: 'SIGN' }],
  })
})

test('a document is sent to its signer, and its people show how far they are [compose-sent]', async () => {
  const author = await newAuthor()
  const templateId = await author.edit()
  await tool('서명란').click()
  await sheet().click({ position: { x: 100, y: 100 } })
  await page.getByRole('banner').getByRole('button', { name: '서명 요청' }).click()
  await page.getByRole('button', { name: '요청 보내기' }).click()
  await expect.element(page.getByText('서명 진행 중').first()).toBeVisible()
  await expect.element(page.getByRole('article').getByText('요청함')).toBeVisible()
  expect((await author.stored(templateId)).status).toBe('SENT')
})
