import { expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { MAIL_TEXT_MAX } from '../../../../contract/core/mails/mail-texts.ts'
import { newRoom, openApp } from '../../../test/app.tsx'
import '../../../test/locating.ts'
import { dialog } from '../../../test/steps.ts'

const opened = dialog('메일 머리말')
const korean = opened.getByLabelText('한국어 머리말', { exact: true })
const preview = opened.getByCss('.mail-texts-mail')

async function open() {
  const { operator, roomId } = await newRoom()
  await openApp('/admin/dashboard', operator)
  await page.getByRole('button', { name: '메일 머리말', exact: true }).click()
  await expect.element(korean).toBeVisible()
  const kept = async () =>
    (await operator.call('GET', `/room/api/room/mailTexts/${roomId}`)).json.payload as {
      invitation: { ko: string }
    }
  return { kept }
}

test('an introduction is typed, shown as the mail will have it, saved, and taken back', async () => {
  const { kept } = await open()
  expect(await commands.axe()).toEqual([])
  await korean.fill('{name} 님을 모십니다.\n\n<감사합니다>')
  await expect.element(preview).toHaveTextContent('김민수 님을 모십니다.')
  await expect.element(preview).toHaveTextContent('아래 PIN으로 입장해 주세요.')
  await opened.getByRole('button', { name: '종료 안내' }).click()
  await expect.element(korean).toHaveValue('')
  await expect.element(preview).toHaveTextContent('데이터룸이 종료됩니다')
  await expect.element(preview).not.toHaveTextContent('모십니다')
  await opened.getByRole('button', { name: '초대', exact: true }).click()
  await opened.getByRole('button', { name: '저장' }).click()
  await expect.element(opened).not.toBeInTheDocument()
  expect((await kept()).invitation.ko).toBe('{name} 님을 모십니다.\n\n<감사합니다>')
  await page.getByRole('button', { name: '실행 취소' }).click()
  await expect.element(page.getByText('메일 머리말을 되돌렸습니다.')).toBeVisible()
  expect((await kept()).invitation.ko).toBe('')
})

test('placeholders are inserted where the cursor is, or in place of what is selected, by keyboard too', async () => {
  const { kept } = await open()
  const insert = (word: string) =>
    opened
      .getByRole('group', { name: '한국어 머리말의 자리표시' })
      .getByRole('button', { name: `${word} 넣기` })
  await korean.fill('안녕하세요, 님. 여기')
  const area = korean.element() as HTMLTextAreaElement
  area.setSelectionRange(7, 7)
  await insert('{name}').click()
  await expect.element(korean).toHaveValue('안녕하세요, {name}님. 여기')
  await expect.element(korean).toHaveFocus()
  expect(area.selectionStart).toBe(13)
  area.setSelectionRange(16, 18)
  insert('{room}').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(korean).toHaveValue('안녕하세요, {name}님. {room}')
  await userEvent.keyboard('!')
  await expect.element(korean).toHaveValue('안녕하세요, {name}님. {room}!')
  await expect.element(insert('{firm}')).not.toBeInTheDocument()
  expect(await commands.axe()).toEqual([])
  await opened.getByRole('button', { name: '저장' }).click()
  await expect.element(opened).not.toBeInTheDocument()
  expect((await kept()).invitation.ko).toBe('안녕하세요, {name}님. {room}!')
})

test('a placeholder that exceeds the limit is not inserted, and the reason is said until the text changes', async () => {
  await open()
  const insert = opened
    .getByRole('group', { name: '한국어 머리말의 자리표시' })
    .getByRole('button', { name: '{name} 넣기' })
  const full = '가'.repeat(MAIL_TEXT_MAX - 5)
  await korean.fill(full)
  await insert.click()
  const reason = opened.getByText(/\{name\} 자리표시를 넣으면 .*자를 넘습니다/)
  await expect.element(reason).toBeVisible()
  await expect.element(korean).toHaveValue(full)
  await korean.fill(full.slice(1))
  await expect.element(reason).not.toBeInTheDocument()
  ;(korean.element() as HTMLTextAreaElement).setSelectionRange(0, 0)
  await insert.click()
  await expect.element(korean).toHaveValue(`{name}${full.slice(1)}`)
})

test('an inserted placeholder clears the problem of the form as typing does', async () => {
  await open()
  await korean.fill('www.evil.example')
  await opened.getByRole('button', { name: '저장' }).click()
  await expect
    .element(opened.getByRole('alert'))
    .toHaveTextContent('초대 머리말을 고친 뒤 저장해 주세요.')
  await opened
    .getByRole('group', { name: '한국어 머리말의 자리표시' })
    .getByRole('button', { name: '{room} 넣기' })
    .click()
  await expect.element(opened.getByRole('alert')).toHaveTextContent('')
})

test('what cannot be sent is said while it is typed, in the kind where it stands, and nothing is saved', async () => {
  const { kept } = await open()
  await korean.fill('자세한 내용은 www.evil.example 참조')
  await expect
    .element(opened.getByText(/링크나 이메일 주소를 쓸 수 없습니다\(www\.evil\.example\)/))
    .toBeVisible()
  await expect.element(korean).toHaveAttribute('aria-invalid', 'true')
  expect(await commands.axe()).toEqual([])
  await opened.getByRole('button', { name: '종료 안내' }).click()
  await opened.getByRole('button', { name: '저장' }).click()
  await expect
    .element(opened.getByRole('alert'))
    .toHaveTextContent('초대 머리말을 고친 뒤 저장해 주세요.')
  await expect.element(korean).toHaveValue('자세한 내용은 www.evil.example 참조')
  expect((await kept()).invitation.ko).toBe('')
  await korean.fill('{firm}에서 알립니다.')
  await expect
    .element(
      opened.getByText('회사 이름의 자리표시를 쓰려면 먼저 브랜드에서 회사 이름을 정해 주세요.'),
    )
    .toBeVisible()
  await opened.getByRole('button', { name: '기본 문구로' }).click()
  await expect.element(korean).toHaveValue('')
  await expect.element(opened.getByRole('button', { name: '기본 문구로' })).not.toBeInTheDocument()
})

test('a failure is said, and tried again', async () => {
  const { operator } = await newRoom()
  await openApp('/admin/dashboard', operator)
  await commands.fulfil('/room/api/room/mailTexts/', 500, { status: 'EXCEPTION', code: 'INTERNAL' })
  await page.getByRole('button', { name: '메일 머리말', exact: true }).click()
  const again = opened.getByRole('button', { name: '다시 시도' })
  await expect.element(again).toBeVisible()
  expect(await commands.axe()).toEqual([])
  await commands.letGo('/room/api/room/mailTexts/')
  await again.click()
  await expect.element(korean).toBeVisible()
})
