import type { Locator, Page } from '@playwright/test'
import { dialog, expectRefusal, field, people, person, rows, startInviting, story } from './invitation.ts'
import { expect } from './server-fixture.ts'
import { answer, clickDisabled, enter, focused, message } from './steps.ts'

const paste = (target: Locator, text: string) =>
  target.evaluate((element, block) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', block)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

const sentInvitations = (page: Page): string[] => {
  const bodies: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/room/user/invite')) bodies.push(request.postData() ?? '')
  })
  return bodies
}

story('each problem of a row is told at its field; nobody is invited before [invite-rows]', async ({ operator: { page } }) => {
  const sent = sentInvitations(page)
  await startInviting(page)
  const complete = dialog(page).getByRole('button', { name: '완료' })
  const [name, email, phone] = ['이름', '이메일', '전화번호'].map((label) => field(rows(page).first(), label)) as [
    Locator,
    Locator,
    Locator,
  ]
  await complete.click()
  await expectRefusal(page, '이름을 입력해 주세요.', '1번째 사용자 · 이름', name)
  await name.fill('이참여')
  await expect(name).toHaveAttribute('aria-invalid', 'false')
  await complete.click()
  await expectRefusal(page, '이메일 주소를 입력해 주세요.', '1번째 사용자 · 이메일', email)
  await email.fill('reader@example')
  await complete.click()
  await expectRefusal(page, '이메일 주소 형식이 올바르지 않습니다. 예: name@example.com', '이메일', email)
  await email.fill('reader@example.com')
  await phone.fill('전화')
  await complete.click()
  await expectRefusal(page, '전화번호 형식이 올바르지 않습니다. 예: 010-1234-5678', '전화번호', phone)
  await expect(name).toHaveValue('이참여')
  await phone.fill('010-1234-5678')

  // Enter goes on from field to field; it sends nothing.
  await name.press('Enter')
  await expect(field(rows(page).first(), '소속')).toBeFocused()
  await phone.press('Enter')
  await expect(dialog(page).getByRole('button', { name: '행 추가' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(2)
  await field(rows(page).nth(1), '이름').fill('박같은')
  await field(rows(page).nth(1), '이메일').fill('READER@example.com')
  await complete.click()
  await expectRefusal(
    page,
    '다음 이메일 주소가 중복되었습니다: reader@example.com',
    '2번째 사용자 · 이메일',
    field(rows(page).nth(1), '이메일'),
  )
  expect(sent).toEqual([])
})

story('an address of somebody who is in the room already is told, and its row is marked [invite-twice]', async ({ operator: { page } }) => {
  await startInviting(page)
  await field(rows(page).first(), '이름').fill('김다시')
  await field(rows(page).first(), '이메일').fill('op@example.com')
  await dialog(page).getByRole('button', { name: '완료' }).click()
  await answer(page)
  await expect(message(page)).toContainText('이메일 중복 확인')
  await expect(message(page)).toContainText('이미 초대된 이메일 주소입니다: op@example.com')
  await answer(page)
  await expect(field(rows(page).first(), '이메일')).toBeFocused()
  await expect(field(rows(page).first(), '이름')).toHaveValue('김다시')
  await expect(dialog(page)).toBeVisible()
})

story('a block of a spreadsheet fills the rows, thirty at most, and the rest is named [invite-thirty]', async ({ operator: { page } }) => {
  await startInviting(page)
  const block = Array.from({ length: 32 }, (_, at) => [`사람${at + 1}`, '한빛', '과장', `p${at + 1}@example.com`, ''].join('\t')).join(
    '\r\n',
  )
  await paste(field(rows(page).first(), '이름'), block)
  await expect(message(page)).toContainText('최대 30명까지 초대할 수 있습니다.')
  await expect(message(page)).toContainText('사람31, 사람32')
  await answer(page)
  await expect(rows(page)).toHaveCount(30)
  await expect(dialog(page).getByRole('status').filter({ hasText: '30명을 붙여넣었습니다.' })).toHaveCount(1)
  await expect(field(rows(page).nth(29), '이메일')).toHaveValue('p30@example.com')
  await expect(field(rows(page).nth(29), '직책')).toHaveValue('과장')

  await dialog(page).getByRole('button', { name: '행 추가' }).click()
  await expect(message(page)).toContainText('최대 30명까지 초대할 수 있습니다.')
  await answer(page)
  await expect(rows(page)).toHaveCount(30)

  await dialog(page).getByRole('button', { name: '행 삭제: 1번째 사용자' }).click()
  await expect(message(page)).toContainText('목록에서 삭제하시겠습니까? 목록에서만 삭제되며, 차단은 따로 설정해야 합니다.')
  await answer(page, '취소')
  await expect(rows(page)).toHaveCount(30)
  await dialog(page).getByRole('button', { name: '행 삭제: 1번째 사용자' }).click()
  await answer(page)
  await expect(rows(page)).toHaveCount(29)
  await expect(field(rows(page).first(), '이름')).toHaveValue('사람2')
  await expect(field(rows(page).first(), '이름')).toBeFocused()
})

story('a started invitation is dropped only after a question, an empty one at once [invite-dropped]', async ({ operator: { page } }) => {
  const sent = sentInvitations(page)
  await startInviting(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: '초대', exact: true }).first()).toBeFocused()

  await startInviting(page)
  await field(rows(page).first(), '이름').fill('이참여')
  await page.keyboard.press('Escape')
  await expect(message(page)).toContainText('등록을 취소하시겠습니까? 입력한 정보가 모두 삭제됩니다.')
  await expect(focused(page)).toHaveText('취소')
  await page.keyboard.press('Enter')
  await expect(field(rows(page).first(), '이름')).toHaveValue('이참여')
  await dialog(page).getByRole('button', { name: '취소' }).click()
  await answer(page)
  await expect(dialog(page)).toHaveCount(0)
  await expect(people(page).getByRole('row')).toHaveCount(2)
  expect(sent).toEqual([])
})

story(
  'who is invited stands in the list, gets a mail, and enters with the PIN in it [invite-done]',
  async ({ operator: { page }, mailbox, openBrowser }) => {
    const sent = sentInvitations(page)
    await startInviting(page)
    await field(rows(page).first(), '이름').fill('  이참여 ')
    await field(rows(page).first(), '소속').fill('한빛인베스트먼트')
    await field(rows(page).first(), '이메일').fill('invited@example.com')
    await dialog(page).getByRole('button', { name: '완료' }).click()
    await expect(message(page)).toContainText('사용자로 초대하시겠습니까?')
    await expect(message(page)).toContainText('1명에게 PIN을 메일로 보냅니다.')
    await answer(page, '취소')
    expect(sent).toEqual([])
    await dialog(page).getByRole('button', { name: '완료' }).click()
    await answer(page)
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByText('Succeed 성공적으로 처리되었습니다.')).toBeVisible()
    const invited = person(page, 'invited@example.com')
    await expect(invited).toContainText('이참여')
    await expect(invited).toContainText('초대됨')
    for (const [right, state] of [
      ['인쇄', '차단'],
      ['다운로드', '차단'],
      ['접근', '허용'],
    ]) {
      await expect(invited.getByRole('switch', { name: `이참여 ${right} ${state}` })).toBeVisible()
    }
    expect(sent).toHaveLength(1)

    const guest = await (await openBrowser()).newPage()
    await enter(guest, await mailbox.pinFor('invited@example.com'))
    await expect(guest.getByText('아직 등록된 문서가 없습니다.')).toBeVisible()
    await expect(guest.getByRole('link', { name: '운영자 화면' })).toHaveCount(0)
  },
)

story(
  'rights are switched after a question, in words as well as in colour, and the person feels it at once [rights-switched]',
  async ({ operator: { page }, mailbox, openBrowser, strictness }) => {
    strictness.expectRefusals(/\/room\/events$/)
    await startInviting(page)
    await field(rows(page).first(), '이름').fill('이참여')
    await field(rows(page).first(), '이메일').fill('switched@example.com')
    await dialog(page).getByRole('button', { name: '완료' }).click()
    await answer(page)
    const guest = await (await openBrowser()).newPage()
    await enter(guest, await mailbox.pinFor('switched@example.com'))

    const invited = person(page, 'switched@example.com')
    const print = invited.getByRole('switch', { name: /이참여 인쇄/ })
    await print.click()
    await expect(message(page)).toContainText('이참여 님의 인쇄를 허용하시겠습니까?')
    await answer(page, '취소')
    await expect(print).not.toBeChecked()
    await expect(print).toBeFocused()
    await page.keyboard.press('Space')
    await answer(page)
    await expect(print).toBeChecked()
    await expect(print).toHaveAccessibleName('이참여 인쇄 허용')
    await expect(invited.getByRole('switch', { name: '이참여 다운로드 차단' })).not.toBeChecked()

    await invited.getByRole('switch', { name: /이참여 접근/ }).click()
    await expect(message(page)).toContainText('이참여 님의 접근을 일시 차단하시겠습니까?')
    await answer(page)
    await expect(invited.getByRole('switch', { name: '이참여 접근 일시 차단' })).not.toBeChecked()
    await expect(guest).toHaveURL(/\/login$/)
    await expect(guest.getByText('운영자가 접근을 일시 차단했습니다. 운영자에게 문의해 주세요.')).toBeVisible()

    // Nobody locks themselves or the last operator out.
    const own = person(page, 'op@example.com').getByRole('switch', { name: /접근/ })
    await clickDisabled(page, own)
    await expect(message(page)).toHaveCount(0)
    await expect(own).toBeChecked()
  },
)

story(
  'a PIN is sent again, an operator is made, a person is removed: each after a question [pin-again]',
  async ({ operator: { page }, mailbox, openBrowser, strictness }) => {
    strictness.expectRefusals(/\/room\/events$/)
    await startInviting(page)
    await field(rows(page).first(), '이름').fill('이참여')
    await field(rows(page).first(), '이메일').fill('again@example.com')
    await dialog(page).getByRole('button', { name: '완료' }).click()
    await answer(page)
    const first = await mailbox.pinFor('again@example.com')

    const choose = async (item: string, question: RegExp, confirm: string) => {
      await person(page, 'again@example.com').getByRole('button', { name: '이참여 작업' }).click()
      await page.getByRole('menuitem', { name: item }).click()
      await expect(message(page)).toContainText(question)
      await answer(page, confirm)
    }
    await choose('PIN 다시 보내기', /이참여 님에게 새 PIN을 메일로 보내시겠습니까\?/, '취소')
    await choose('PIN 다시 보내기', /이참여 님에게 새 PIN을 메일로 보내시겠습니까\?/, '확인')
    const second = await mailbox.pinFor('again@example.com')
    expect(second).not.toBe(first)
    const guest = await (await openBrowser()).newPage()
    await enter(guest, second)

    await choose('운영자로 지정', /이참여 님을 운영자로 지정하시겠습니까\?/, '확인')
    await expect(person(page, 'again@example.com')).toContainText('운영자')
    await mailbox.codeFor('again@example.com')
    await expect(guest.getByRole('link', { name: '운영자 화면' })).toBeVisible()

    await choose('내보내기', /이참여 님을 데이터룸에서 내보내시겠습니까\?/, '내보내기')
    await expect(person(page, 'again@example.com')).toHaveCount(0)
    await expect(guest).toHaveURL(/\/login$/)
    await expect(page.getByRole('heading', { name: '사용자 초대' })).toBeFocused()
  },
)

const csvInput = (page: Page) => dialog(page).locator('input[type=file]')

story(
  'a CSV file fills the rows by the names of its columns; lines with a problem are named with the reason',
  async ({ operator: { page } }) => {
    const sent = sentInvitations(page)
    await startInviting(page)
    const lines = [
      '전화번호,이메일,성명,회사',
      '010-1234-5678,one@example.com,"이, 서연",한빛',
      ',two@example,박형식,',
      ',,김주소,',
      '+82-2-000-0000,three@example.com,=1+1,',
      ',ONE@example.com,다시,',
    ]
    const file = (content: Buffer) => ({ name: '명단.csv', mimeType: 'text/csv', buffer: content })
    await csvInput(page).setInputFiles(file(Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`)))
    await expect(message(page)).toContainText('가져오지 않은 행이 있습니다.')
    const refused = message(page).getByRole('listitem')
    await expect(refused).toHaveCount(3)
    await expect(refused.nth(0)).toContainText('3행 박형식')
    await expect(refused.nth(0)).toContainText('이메일 주소 형식이 올바르지 않습니다.')
    await expect(refused.nth(1)).toContainText('4행 김주소')
    await expect(refused.nth(2)).toContainText('이메일 주소가 중복되었습니다.')
    await answer(page)
    await expect(rows(page)).toHaveCount(2)
    await expect(field(rows(page).first(), '이름')).toHaveValue('이, 서연')
    await expect(field(rows(page).first(), '소속')).toHaveValue('한빛')
    await expect(field(rows(page).nth(1), '이름')).toHaveValue('=1+1')
    await expect(field(rows(page).nth(1), '전화번호')).toHaveValue('+82-2-000-0000')
    await expect(dialog(page).getByRole('status').filter({ hasText: '2명을 가져왔습니다.' })).toHaveCount(1)

    // As Excel in Korea saves it; what CP949 has beyond EUC-KR is there.
    await csvInput(page).setInputFiles(
      file(Buffer.from('c0ccb8a72cc0ccb8dec0cf0d0a8c63b9e6b0a2c7cf2c666f7572406578616d706c652e636f6d0d0a', 'hex')),
    )
    await expect(rows(page)).toHaveCount(3)
    await expect(field(rows(page).nth(2), '이름')).toHaveValue('똠방각하')

    await csvInput(page).setInputFiles(file(Buffer.from('504b030414000600', 'hex')))
    await expect(message(page)).toContainText('CSV 파일을 읽을 수 없습니다.')
    await answer(page)
    await expect(rows(page)).toHaveCount(3)

    const many = Array.from({ length: 30 }, (_, at) => `사람${at},p${at}@example.com`)
    await csvInput(page).setInputFiles(file(Buffer.from(['name,e-mail', ...many].join('\n'))))
    await expect(message(page)).toContainText('최대 30명까지 초대할 수 있습니다.')
    await expect(message(page)).toContainText('사람27, 사람28, 사람29')
    await answer(page)
    await expect(rows(page)).toHaveCount(30)
    expect(sent).toEqual([])
  },
)

story('the list is filtered and sorted, and a whole column is switched after one question', async ({ operator: { page } }) => {
  await startInviting(page)
  await paste(field(rows(page).first(), '이름'), '나둘\t\t\tb@example.com\n가하나\t\t\ta@example.com\n다셋\t\t\tc@example.com')
  await dialog(page).getByRole('button', { name: '완료' }).click()
  await answer(page)
  await expect(people(page).getByRole('row')).toHaveCount(5)
  const names = () => people(page).getByRole('rowheader').locator('.member-name').allTextContents()

  await people(page).getByRole('button', { name: '이름' }).click()
  await expect(people(page).getByRole('columnheader', { name: '이름' })).toHaveAttribute('aria-sort', 'ascending')
  expect((await names()).filter((name) => name !== '김운영')).toEqual(['가하나', '나둘', '다셋'])
  await people(page).getByRole('button', { name: '이름' }).press('Enter')
  await expect(people(page).getByRole('columnheader', { name: '이름' })).toHaveAttribute('aria-sort', 'descending')
  expect((await names()).filter((name) => name !== '김운영')).toEqual(['다셋', '나둘', '가하나'])

  await page.getByRole('button', { name: /정렬 및 필터/ }).press('Enter')
  await page.getByRole('menuitemradio', { name: '초대됨' }).click()
  await expect(people(page).getByRole('row')).toHaveCount(4)
  await expect(person(page, 'op@example.com')).toHaveCount(0)
  await expect(page.getByRole('button', { name: '초대됨, 정렬 및 필터' })).toBeFocused()

  const column = people(page).getByRole('switch', { name: /^인쇄 / })
  await expect(column).toHaveAccessibleName('인쇄 모두 차단')
  await column.click()
  await expect(message(page)).toContainText('목록에 있는 3명의 인쇄를 허용하시겠습니까?')
  await answer(page, '취소')
  await expect(column).not.toBeChecked()
  await column.press('Space')
  await answer(page)
  await expect(column).toBeChecked()
  await expect(column).toHaveAccessibleName('인쇄 모두 허용')
  for (const name of ['가하나', '나둘', '다셋']) await expect(page.getByRole('switch', { name: `${name} 인쇄 허용` })).toBeChecked()
  await expect(page.getByRole('switch', { name: '나둘 다운로드 차단' })).not.toBeChecked()
  await page.getByRole('switch', { name: '나둘 인쇄 허용' }).click()
  await answer(page)
  await expect(column).toHaveAccessibleName('인쇄 일부 허용')

  // Nobody matches: the way back is there. Operators keep their access.
  await page.getByRole('button', { name: /정렬 및 필터/ }).click()
  await page.getByRole('menuitemradio', { name: '접근 차단' }).click()
  await expect(page.getByText('조건에 맞는 사용자가 없습니다.')).toBeVisible()
  await page.getByRole('button', { name: '전체 보기' }).click()
  await people(page)
    .getByRole('switch', { name: /^접근 모두 허용/ })
    .click()
  await expect(message(page)).toContainText('목록에 있는 3명의 접근을 일시 차단하시겠습니까?')
  await expect(message(page)).toContainText('운영자의 접근은 바뀌지 않습니다.')
  await answer(page)
  await expect(page.getByRole('switch', { name: '다셋 접근 일시 차단' })).not.toBeChecked()
  await expect(person(page, 'op@example.com').getByRole('switch', { name: /접근 허용/ })).toBeChecked()
})
