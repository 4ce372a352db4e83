import { expect, test } from 'vitest'
import { commands, type Locator, page } from 'vitest/browser'
import { newRoom, openApp, recordCalls } from '../../../test/app.tsx'
import { enterAgain } from '../../../test/entrance.ts'
import {
  expectMessage,
  field,
  invitation,
  people,
  person,
  rows,
  startInviting,
} from '../../../test/invitation.ts'
import { press } from '../../../test/locating.ts'
import { answer, focused, message } from '../../../test/steps.ts'

async function openPeople(): Promise<() => readonly string[]> {
  const { operator } = await newRoom()
  await openApp('/admin/invitation', operator)
  const seen = recordCalls()
  return () => seen.filter(({ call }) => call.endsWith('/room/user/invite')).map(({ body }) => body)
}

const complete = (): Promise<void> => invitation().getByRole('button', { name: '완료' }).click()

async function expectRefusal(text: string, place: string, at: Locator): Promise<void> {
  await expectMessage(text)
  await expectMessage(place)
  await answer()
  await expect.element(at).toHaveFocus()
  await expect.element(at).toHaveAttribute('aria-invalid', 'true')
  await expect.element(at).toHaveAccessibleDescription(text)
}

async function paste(target: Locator, text: string): Promise<void> {
  await expect.element(target).toBeVisible()
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  target
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

test('each problem of a row is shown at its field; nobody is invited before [invite-rows]', async () => {
  const sent = await openPeople()
  await startInviting()
  const [name, email, phone] = ['이름', '이메일', '전화번호'].map((label) =>
    field(rows().first(), label),
  ) as [Locator, Locator, Locator]
  await complete()
  await expectRefusal('이름을 입력해 주세요.', '1번째 사용자 · 이름', name)
  await name.fill('이참여')
  await expect.element(name).toHaveAttribute('aria-invalid', 'false')
  await complete()
  await expectRefusal('이메일 주소를 입력해 주세요.', '1번째 사용자 · 이메일', email)
  await email.fill('reader@example')
  await complete()
  await expectRefusal('이메일 주소 형식이 올바르지 않습니다. 예: name@example.com', '이메일', email)
  await email.fill('reader@example.com')
  await phone.fill('전화')
  await complete()
  await expectRefusal('전화번호 형식이 올바르지 않습니다. 예: 010-1234-5678', '전화번호', phone)
  await expect.element(name).toHaveValue('이참여')
  await phone.fill('010-1234-5678')

  await press(name, 'Enter')
  await expect.element(field(rows().first(), '소속')).toHaveFocus()
  await press(phone, 'Enter')
  await expect.element(invitation().getByRole('button', { name: '행 추가' })).toHaveFocus()
  await commands.press('Enter')
  await expect.element(rows()).toHaveLength(2)
  await field(rows().nth(1), '이름').fill('박같은')
  await field(rows().nth(1), '이메일').fill('READER@example.com')
  await complete()
  await expectRefusal(
    '다음 이메일 주소가 중복되었습니다: reader@example.com',
    '2번째 사용자 · 이메일',
    field(rows().nth(1), '이메일'),
  )
  expect(sent()).toEqual([])
})

test('an address of somebody who is in the room already shows an error, and its row is marked [invite-twice]', async () => {
  await openPeople()
  await startInviting()
  await field(rows().first(), '이름').fill('김다시')
  await field(rows().first(), '이메일').fill('op@example.com')
  await complete()
  await answer()
  await expectMessage('이메일 중복 확인')
  await expectMessage('이미 초대된 이메일 주소입니다: op@example.com')
  await answer()
  await expect.element(field(rows().first(), '이메일')).toHaveFocus()
  await expect.element(field(rows().first(), '이름')).toHaveValue('김다시')
  await expect.element(invitation()).toBeVisible()
})

test('a block of a spreadsheet fills the rows, thirty at most, and the rest is named [invite-thirty]', async () => {
  await openPeople()
  await startInviting()
  const block = Array.from({ length: 32 }, (_, at) =>
    [`사람${at + 1}`, '한빛', '과장', `p${at + 1}@example.com`, ''].join('\t'),
  )
  await paste(field(rows().first(), '이름'), block.join('\r\n'))
  await expectMessage('최대 30명까지 초대할 수 있습니다.')
  await expectMessage('사람31, 사람32')
  await answer()
  await expect.element(rows()).toHaveLength(30)
  await expect
    .element(invitation().getByRole('status').filter({ hasText: '30명을 붙여넣었습니다.' }))
    .toHaveLength(1)
  await expect.element(field(rows().nth(29), '이메일')).toHaveValue('p30@example.com')
  await expect.element(field(rows().nth(29), '직책')).toHaveValue('과장')

  await invitation().getByRole('button', { name: '행 추가' }).click()
  await expectMessage('최대 30명까지 초대할 수 있습니다.')
  await answer()
  await expect.element(rows()).toHaveLength(30)

  const remove = invitation().getByRole('button', { name: '행 삭제: 1번째 사용자' })
  await remove.click()
  await expectMessage(
    '목록에서 삭제하시겠습니까? 목록에서만 삭제되며, 차단은 따로 설정해야 합니다.',
  )
  await answer('취소')
  await expect.element(rows()).toHaveLength(30)
  await remove.click()
  await answer()
  await expect.element(rows()).toHaveLength(29)
  await expect.element(field(rows().first(), '이름')).toHaveValue('사람2')
  await expect.element(field(rows().first(), '이름')).toHaveFocus()
})

test('a started invitation is dropped only after a question, an empty one at once [invite-dropped]', async () => {
  const sent = await openPeople()
  await startInviting()
  await commands.press('Escape')
  await expect.element(invitation()).not.toBeInTheDocument()
  await expect
    .element(page.getByRole('button', { name: '초대', exact: true }).first())
    .toHaveFocus()

  await startInviting()
  await field(rows().first(), '이름').fill('이참여')
  await commands.press('Escape')
  await expectMessage('등록을 취소하시겠습니까? 입력한 정보가 모두 삭제됩니다.')
  await expect.poll(() => focused()?.textContent).toBe('취소')
  await commands.press('Enter')
  await expect.element(field(rows().first(), '이름')).toHaveValue('이참여')
  await invitation().getByRole('button', { name: '취소' }).click()
  await answer()
  await expect.element(invitation()).not.toBeInTheDocument()
  await expect.element(people().getByRole('row')).toHaveLength(2)
  expect(sent()).toEqual([])
})

test('who is invited stands in the list, gets a mail, and enters with the PIN in it [invite-done]', async () => {
  const sent = await openPeople()
  const email = 'invited@example.com'
  await startInviting()
  await field(rows().first(), '이름').fill('  이참여 ')
  await field(rows().first(), '소속').fill('한빛인베스트먼트')
  await field(rows().first(), '이메일').fill(email)
  await complete()
  await expectMessage('사용자로 초대하시겠습니까?')
  await expectMessage('1명에게 PIN을 메일로 보냅니다.')
  await answer('취소')
  expect(sent()).toEqual([])
  await complete()
  await answer()
  await expect.element(invitation()).not.toBeInTheDocument()
  await expect
    .element(page.getByText('Succeed 1명을 초대했습니다. PIN을 메일로 보내고 있습니다.'))
    .toBeVisible()
  await expect.element(person(email)).toHaveTextContent('이참여')
  await expect.element(person(email)).toHaveTextContent('초대됨')
  for (const [right, state] of [
    ['인쇄', '차단'],
    ['다운로드', '차단'],
    ['접근', '허용'],
  ]) {
    await expect
      .element(person(email).getByRole('switch', { name: `이참여 ${right} ${state}` }))
      .toBeVisible()
  }
  expect(sent()).toHaveLength(1)

  await enterAgain(await commands.pinFor(email))
  await expect.element(page.getByText('아직 등록된 문서가 없습니다.')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: '운영자 화면', exact: true }))
    .not.toBeInTheDocument()
  expect(message()).toBeNull()
})
