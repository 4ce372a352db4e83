import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import type { Template } from '../../../../contract/features/composed.ts'
import { boxOf, compose, draftOf, given } from '../../../../server/test/scenarios/composing.ts'
import { newEmail } from '../../../test/app.tsx'
import {
  act,
  NAME,
  newAuthor,
  openCompose,
  saved,
  sheet,
  signBox,
  tool,
} from '../../../test/compose.tsx'
import { exactly, expectCount, press } from '../../../test/locating.ts'
import { signerBy } from '../../../test/signer.ts'
import { answer, dialog, message } from '../../../test/steps.ts'

const SEALED_WITHIN_MS = 60_000

const EMAIL = 'hong@example.com'

test('a person is taken out after a question, their box is nobody’s then, and taking steps back keeps what is saved', async () => {
  const author = await newAuthor()
  const templateId = await author.edit()
  await tool('서명란').click()
  await sheet().click({ position: { x: 100, y: 100 } })
  await expect.element(signBox()).toHaveAccessibleName('서명란, 홍길동, 1쪽')
  await expect.element(saved()).toBeVisible()
  const takeOut = page.getByRole('button', { name: '홍길동 빼기' })
  await takeOut.click()
  await expect.poll(() => message()?.textContent).toContain('입력란 1개는 담당자가 없게 됩니다.')
  await answer('취소')
  await expect.element(takeOut).toBeVisible()
  expect((await author.stored(templateId)).participants).toHaveLength(1)

  await takeOut.click()
  await answer('빼기')
  await expectCount(takeOut, 0)
  await expect.element(signBox()).toHaveAccessibleName('서명란, 지정 안 함, 1쪽')
  await press(signBox(), 'ArrowRight')
  await commands.press('Control+z')
  await expect.element(signBox()).toHaveAccessibleName('서명란, 지정 안 함, 1쪽')
  await expect.element(saved()).toBeVisible()
  await expectCount(page.getByText('저장하지 못했습니다. 다시 시도합니다.'), 0)
  expect((await author.stored(templateId)).boxes).toMatchObject([{ participant: null }])
})

test('the same address with another role changes the person only after a question', async () => {
  const author = await newAuthor()
  const templateId = await author.edit()
  await page.getByRole('button', { name: '참여자 추가' }).click()
  const asked = dialog('참여자 추가')
  await asked.getByRole('button', { name: /역할/ }).click()
  await page.getByRole('option', { name: '승인자' }).click()
  await asked.getByRole('textbox', { name: '이름' }).fill('홍길동')
  await asked.getByRole('textbox', { name: '이메일' }).fill(EMAIL.toUpperCase())
  await asked.getByRole('button', { name: '확인' }).click()
  await expect.poll(() => message()?.textContent).toContain('이미 참여자인 홍길동(서명자) 님')
  await answer('취소')
  expect((await author.stored(templateId)).participants).toMatchObject([{ type: 'SIGNER' }])
  await asked.getByRole('button', { name: '확인' }).click()
  await answer('바꾸기')
  await expectCount(asked, 0)
  expect((await author.stored(templateId)).participants).toMatchObject([{ type: 'APPROVER' }])
})

test('removing a person changes nothing if another window has placed a box for them meanwhile', async () => {
  const author = await newAuthor()
  const templateId = await author.edit()
  const boxes = [boxOf({ participant: EMAIL, scaledX: 300 })]
  given(await compose(author.wire, 'updateUpload', { templateId, boxes }))
  await page.getByRole('button', { name: '홍길동 빼기' }).click()
  await answer('빼기')
  await expect.poll(() => message()?.textContent).toContain('다른 곳에서 이 문서를 바꿨습니다.')
  await answer()
  expect(await author.stored(templateId)).toMatchObject({
    participants: [{ email: EMAIL }],
    boxes: [{ scaledX: 300 }],
  })
})

test('a document that was sent from elsewhere says so, and that nothing can be saved', async () => {
  const author = await newAuthor()
  const templateId = await author.edit()
  given(await compose(author.wire, 'addInvite', { templateId, members: [] }))
  await tool('서명란').click()
  await sheet().click({ position: { x: 100, y: 100 } })
  await expect.element(page.getByText(/^저장할 수 없습니다\./)).toBeVisible()
  await expect.element(page.getByRole('banner').getByText('서명 진행 중')).toBeVisible()
  await expectCount(page.getByRole('banner').getByRole('button', { name: '서명 요청' }), 0)
  await page.getByRole('button', { name: '새로 불러오기' }).click()
  await answer('새로 불러오기')
  await expectCount(signBox(), 0)
  expect((await author.stored(templateId)).boxes).toEqual([])
})

test('a draft is renamed, and its watermark is put on, from its settings', async () => {
  const author = await newAuthor()
  const { templateId } = await author.draft()
  await openCompose(`/compose/document/${templateId}`, author.wire)
  await act('문서 설정').click()
  const asked = dialog('문서 설정')
  const name = asked.getByRole('textbox', { name: '문서 이름' })
  await name.fill(' ')
  await asked.getByRole('button', { name: '저장' }).click()
  await expect.element(asked.getByRole('alert')).toHaveTextContent(exactly('이름을 입력해 주세요.'))
  expect((await author.stored(templateId)).name).toBe(NAME)
  await name.fill('위임장.pdf')
  await asked.getByText('워터마크 사용 안 함').click()
  expect(await commands.axe()).toEqual([])
  await asked.getByRole('button', { name: '저장' }).click()
  await expectCount(asked, 0)
  await expect.element(page.getByRole('heading', { name: '위임장.pdf' })).toBeVisible()
  expect(await author.stored(templateId)).toMatchObject({
    name: '위임장.pdf',
    waterMark: true,
    signValid: 14,
  })
})

test('a completed document is deleted only by typing its name, and a person who has just read one is reminded only after a question', {
  timeout: 2 * SEALED_WITHIN_MS,
}, async () => {
  const author = await newAuthor()
  const email = newEmail()
  const draft: Template = await draftOf(
    { operator: author.wire },
    {
      name: NAME,
      people: [{ name: '홍길동', email }],
      boxes: [boxOf({ participant: email, scaledH: 60 })],
    },
  )
  const { templateId } = draft
  given(await compose(author.wire, 'addInvite', { templateId, members: [] }))
  const link = await commands.signLinkFor(email)
  await signerBy(link).open()
  await openCompose(`/compose/document/${templateId}`, author.wire)
  await act('다시 알리기').click()
  await expect
    .poll(() => message()?.textContent)
    .toContain('홍길동 님이 한 시간 안에 문서를 열었습니다.')
  await answer('취소')
  expect(await commands.sign(link)).toBe(200)
  await expect
    .poll(async () => (await author.stored(templateId)).status, { timeout: SEALED_WITHIN_MS })
    .toBe('COMPLETED')

  await openCompose(`/compose/document/${templateId}`, author.wire)
  await page.getByRole('contentinfo').getByRole('button', { name: '봉인 인증서' }).click()
  await dialog('봉인 인증서').getByRole('button', { name: '확인' }).click()
  await act('삭제').click()
  const asked = dialog('삭제')
  await asked.getByRole('textbox').fill('계약')
  await asked.getByRole('button', { name: '삭제' }).click()
  await expect
    .element(asked.getByRole('alert'))
    .toHaveTextContent(exactly('입력한 이름이 문서 이름과 다릅니다.'))
  expect((await author.stored(templateId)).status).toBe('COMPLETED')
  expect(await commands.axe()).toEqual([])
  await asked.getByRole('textbox').fill(NAME)
  await asked.getByRole('button', { name: '삭제' }).click()
  await expect.poll(() => location.pathname).toBe('/compose')
})

test('the dialog that sends all drafts keeps what was chosen when the screen becomes narrow', async () => {
  const { draft, wire } = await newAuthor()
  await draft()
  await draft()
  await openCompose('/compose', wire)
  await page.getByRole('button', { name: '전체 서명 요청' }).click()
  const asked = dialog('전체 서명 요청')
  await asked.getByRole('checkbox').first().click()
  await expect.element(asked.getByRole('checkbox').first()).toBeChecked()
  await page.viewport(900, 1_100)
  await expectCount(page.getByRole('complementary', { name: '전자서명 메뉴' }), 0)
  await expect.element(asked.getByRole('checkbox').first()).toBeChecked()
})

test('a note that cannot be written on its page says which letters it is about, and nothing is sent', async () => {
  const author = await newAuthor()
  const templateId = await author.edit()
  await tool('자유 텍스트').click()
  await sheet().click({ position: { x: 100, y: 100 } })
  await expect.element(saved()).toBeVisible()
  const note = page.getByRole('region', { name: '선택한 항목' })
  const refused = '문서에 쓸 수 없는 문자가 있습니다: 😀'
  await note.getByRole('textbox', { name: '내용' }).fill('확인 😀')
  await expect.element(note.getByRole('alert')).toHaveTextContent(exactly(refused))
  await page.getByRole('button', { name: '서명 요청' }).click()
  await expect.poll(() => message()?.textContent).toContain(refused)
  await answer()
  await expectCount(page.getByRole('dialog'), 0)
  await note.getByRole('textbox', { name: '내용' }).fill('확인 ☆')
  await expect.element(note.getByRole('alert')).toBeEmptyDOMElement()
  await expect.element(saved()).toBeVisible()
  const { status, annotations } = await author.stored(templateId)
  expect({ status, annotations }).toMatchObject({
    status: 'DRAFT',
    annotations: [{ text: '확인 ☆' }],
  })
})
