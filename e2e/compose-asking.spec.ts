import type { Template } from '../contract/features/composed.ts'
import { boxOf, compose, draftOf, given } from '../server/test/composing.ts'
import { SignerClient } from '../server/test/signing.ts'
import { axe } from './axe.ts'
import { act, edit, NAME, saved, sheet, signBox, story, tool } from './composing-room.ts'
import { expect } from './server-fixture.ts'
import { answer, dialog, message } from './steps.ts'

const EMAIL = 'hong@example.com'

story(
  'a person is taken out after a question, their box is nobody’s then, and taking steps back keeps what is saved',
  async ({ author }) => {
    const { templateId } = await author.draft()
    const page = await author.open()
    await edit(page, templateId)
    await tool(page, '서명란').click()
    await sheet(page).click({ position: { x: 100, y: 100 } })
    await expect(signBox(page)).toHaveAccessibleName('서명란, 홍길동, 1쪽')
    await expect(saved(page)).toBeVisible()
    const takeOut = page.getByRole('button', { name: '홍길동 빼기' })
    await takeOut.click()
    await expect(message(page)).toContainText('입력란 1개는 담당자가 없게 됩니다.')
    await answer(page, '취소')
    await expect(takeOut).toBeVisible()
    expect((await author.stored(templateId)).participants).toHaveLength(1)

    await takeOut.click()
    await answer(page, '빼기')
    await expect(takeOut).toHaveCount(0)
    await expect(signBox(page)).toHaveAccessibleName('서명란, 지정 안 함, 1쪽')
    await signBox(page).press('ArrowRight')
    await page.keyboard.press('Control+z')
    await expect(signBox(page)).toHaveAccessibleName('서명란, 지정 안 함, 1쪽')
    await expect(saved(page)).toBeVisible()
    await expect(page.getByText('저장하지 못했습니다. 다시 시도합니다.')).toHaveCount(0)
    expect((await author.stored(templateId)).boxes).toMatchObject([{ participant: null }])
  },
)

story('the same address with another role changes the person only after a question', async ({ author }) => {
  const { templateId } = await author.draft()
  const page = await author.open()
  await edit(page, templateId)
  await page.getByRole('button', { name: '참여자 추가' }).click()
  const asked = dialog(page, '참여자 추가')
  await asked.getByRole('button', { name: /역할/ }).click()
  await page.getByRole('option', { name: '승인자' }).click()
  await asked.getByRole('textbox', { name: '이름' }).fill('홍길동')
  await asked.getByRole('textbox', { name: '이메일' }).fill(EMAIL.toUpperCase())
  await asked.getByRole('button', { name: '확인' }).click()
  await expect(message(page)).toContainText('이미 참여자인 홍길동(서명자) 님')
  await answer(page, '취소')
  expect((await author.stored(templateId)).participants).toMatchObject([{ type: 'SIGNER' }])
  await asked.getByRole('button', { name: '확인' }).click()
  await answer(page, '바꾸기')
  await expect(asked).toHaveCount(0)
  expect((await author.stored(templateId)).participants).toMatchObject([{ type: 'APPROVER' }])
})

story('people are not changed over what another window has placed', async ({ author }) => {
  const { templateId } = await author.draft()
  const page = await author.open()
  await edit(page, templateId)
  const boxes = [boxOf({ participant: EMAIL, scaledX: 300 })]
  given(await compose(author.wire, 'updateUpload', { templateId, boxes }))
  await page.getByRole('button', { name: '홍길동 빼기' }).click()
  await answer(page, '빼기')
  await expect(message(page)).toContainText('다른 곳에서 이 문서를 바꿨습니다.')
  await answer(page)
  expect(await author.stored(templateId)).toMatchObject({ participants: [{ email: EMAIL }], boxes: [{ scaledX: 300 }] })
})

story('a document that was sent from elsewhere says so, and that nothing can be saved', async ({ author, strictness }) => {
  strictness.expectRefusals(/\/compose\/updateUpload$/)
  const { templateId } = await author.draft()
  const page = await author.open()
  await edit(page, templateId)
  given(await compose(author.wire, 'addInvite', { templateId, members: [] }))
  await tool(page, '서명란').click()
  await sheet(page).click({ position: { x: 100, y: 100 } })
  await expect(page.getByText(/^저장할 수 없습니다\./)).toBeVisible()
  await expect(page.getByRole('banner').getByText('서명 진행 중')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: '서명 요청' })).toHaveCount(0)
  await page.getByRole('button', { name: '새로 불러오기' }).click()
  await answer(page, '새로 불러오기')
  await expect(signBox(page)).toHaveCount(0)
  expect((await author.stored(templateId)).boxes).toEqual([])
})

story('a draft is renamed, and its watermark is put on, from its settings', async ({ author }) => {
  const { templateId } = await author.draft()
  const page = await author.open()
  await page.goto(`/compose/document/${templateId}`)
  await act(page, '문서 설정').click()
  const asked = dialog(page, '문서 설정')
  const name = asked.getByRole('textbox', { name: '문서 이름' })
  await name.fill(' ')
  await asked.getByRole('button', { name: '저장' }).click()
  await expect(asked.getByRole('alert')).toHaveText('이름을 입력해 주세요.')
  expect((await author.stored(templateId)).name).toBe(NAME)
  await name.fill('위임장.pdf')
  await asked.getByText('워터마크 사용 안 함').click()
  await axe(page)
  await asked.getByRole('button', { name: '저장' }).click()
  await expect(asked).toHaveCount(0)
  await expect(page.getByRole('heading', { name: '위임장.pdf' })).toBeVisible()
  expect(await author.stored(templateId)).toMatchObject({ name: '위임장.pdf', waterMark: true, signValid: 14 })
})

story('the certificate of the seal can be compared and saved', async ({ author }) => {
  const told = given<{ fingerprint: string; subject: string; pem: string }>(await author.wire.call('GET', '/esign/api/certificate'))
  const page = await author.open()
  await page.goto('/compose')
  await page.getByRole('contentinfo').getByRole('button', { name: '봉인 인증서' }).click()
  const shown = dialog(page, '봉인 인증서')
  await expect(shown).toContainText(told.fingerprint)
  await expect(shown).toContainText(told.subject)
  await expect(shown).toContainText('이 서버가 스스로 발급(자체 서명)')
  await expect(shown).toContainText('신뢰할 수 있는 인증서에 추가하게 해 주세요.')
  await expect(shown).not.toContainText('PRIVATE KEY')
  await axe(page)
  const [file] = await Promise.all([page.waitForEvent('download'), shown.getByRole('button', { name: '인증서 내려받기' }).click()])
  expect(file.suggestedFilename()).toBe('certificate.pem')
  await shown.getByRole('button', { name: '확인' }).click()
  await expect(shown).toHaveCount(0)
})

story(
  'what all have signed is deleted by its name alone, and who reads it now is reminded after a question',
  async ({ author, url, mailbox, room }) => {
    const email = `asked@room-${room.roomId}.example`
    const draft: Template = await draftOf(
      { operator: author.wire },
      { name: NAME, people: [{ name: '홍길동', email }], boxes: [boxOf({ participant: email, scaledH: 60 })] },
    )
    const { templateId } = draft
    given(await compose(author.wire, 'addInvite', { templateId, members: [] }))
    const signer = new SignerClient(url, new URL(await mailbox.signLinkFor(email)).hash.slice(1))
    await signer.open()
    const page = await author.open()
    await page.goto(`/compose/document/${templateId}`)
    await act(page, '다시 알리기').click()
    await expect(message(page)).toContainText('홍길동 님이 한 시간 안에 문서를 열었습니다.')
    await answer(page, '취소')
    expect((await signer.sign()).http).toBe(200)
    await expect.poll(async () => (await author.stored(templateId)).status, { timeout: 30_000 }).toBe('COMPLETED')

    await page.reload()
    await page.getByRole('region', { name: 'SHA-256' }).getByRole('button', { name: '봉인 인증서' }).click()
    await dialog(page, '봉인 인증서').getByRole('button', { name: '확인' }).click()
    await act(page, '삭제').click()
    const asked = dialog(page, '삭제')
    await asked.getByRole('textbox').fill('계약')
    await asked.getByRole('button', { name: '삭제' }).click()
    await expect(asked.getByRole('alert')).toHaveText('입력한 이름이 문서 이름과 다릅니다.')
    expect((await author.stored(templateId)).status).toBe('COMPLETED')
    await axe(page)
    await asked.getByRole('textbox').fill(NAME)
    await asked.getByRole('button', { name: '삭제' }).click()
    await expect(page).toHaveURL(/\/compose$/)
  },
)

story('the question whom to send all drafts to stays when the screen is turned', async ({ author }) => {
  await author.draft()
  await author.draft()
  const page = await author.open()
  await page.goto('/compose')
  await page.getByRole('button', { name: '전체 서명 요청' }).click()
  const asked = dialog(page, '전체 서명 요청')
  await asked.getByRole('checkbox').first().check()
  await page.setViewportSize({ width: 900, height: 1_100 })
  await expect(page.getByRole('complementary', { name: '문서 작성 메뉴' })).toHaveCount(0)
  await expect(asked.getByRole('checkbox').first()).toBeChecked()
})

story('a note that cannot be written on its page says which letters it is about, and nothing is sent', async ({ author, strictness }) => {
  strictness.expectRefusals(/\/compose\/updateUpload$/)
  const { templateId } = await author.draft()
  const page = await author.open()
  await edit(page, templateId)
  await tool(page, '자유 텍스트').click()
  await sheet(page).click({ position: { x: 100, y: 100 } })
  await expect(saved(page)).toBeVisible()
  const note = page.getByRole('region', { name: '선택한 항목' })
  const refused = '문서에 쓸 수 없는 문자가 있습니다: 😀'
  await note.getByRole('textbox', { name: '내용' }).fill('확인 😀')
  await expect(note.getByRole('alert')).toHaveText(refused)
  await page.getByRole('button', { name: '서명 요청' }).click()
  await expect(message(page)).toContainText(refused)
  await answer(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await note.getByRole('textbox', { name: '내용' }).fill('확인 ☆')
  await expect(note.getByRole('alert')).toHaveText('')
  await expect(saved(page)).toBeVisible()
  const { status, annotations } = await author.stored(templateId)
  expect({ status, annotations }).toMatchObject({ status: 'DRAFT', annotations: [{ text: '확인 ☆' }] })
})
