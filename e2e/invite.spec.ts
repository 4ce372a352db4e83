import type { Locator, Page } from '@playwright/test'
import { type RememberedSession, sessionOf } from './house.ts'
import { expect, test } from './server-fixture.ts'
import { answer, enter, focused, message } from './steps.ts'

interface Operator {
  readonly page: Page
  readonly session: RememberedSession
}

/** The invitation page of the operator of the test's own room. */
const story = test.extend<{ operator: Operator }>({
  operator: async ({ openBrowser, url, room }, use) => {
    const session = await sessionOf(url, room.pin, { code: room.code })
    const page = await (await openBrowser({ session, viewport: { width: 1440, height: 900 } })).newPage()
    await page.goto('/admin/invitation')
    await use({ page, session })
  },
})

const people = (page: Page) => page.getByRole('table', { name: '사용자 초대' })
const person = (page: Page, email: string) => people(page).getByRole('row').filter({ hasText: email })
const dialog = (page: Page) => page.getByRole('dialog', { name: '사용자 초대' })
const rows = (page: Page) => dialog(page).getByRole('group')
const field = (at: Locator, label: string) => at.getByRole('textbox', { name: new RegExp(`^${label} `) })

async function startInviting(page: Page): Promise<void> {
  await page.getByRole('button', { name: '초대', exact: true }).first().click()
  await expect(field(rows(page).first(), '이름')).toBeFocused()
}

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

/** What is wrong is told, names its place, and leads to it; nothing that was typed is lost. */
async function expectRefusal(page: Page, text: string, place: string, at: Locator): Promise<void> {
  await expect(message(page)).toContainText(text)
  await expect(message(page)).toContainText(place)
  await answer(page)
  await expect(at).toBeFocused()
  await expect(at).toHaveAttribute('aria-invalid', 'true')
  await expect(at).toHaveAccessibleDescription(text)
}

story('each problem of a row is told at its field, and nobody is invited before all are mended', async ({ operator: { page } }) => {
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

story('an address of somebody who is in the room already is told, and its row is marked', async ({ operator: { page } }) => {
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

story('a block of a spreadsheet fills the rows, thirty at most, and the rest is named', async ({ operator: { page } }) => {
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
  await expect(message(page)).toContainText('목록에서 삭제하시겠습니까?')
  await answer(page, '취소')
  await expect(rows(page)).toHaveCount(30)
  await dialog(page).getByRole('button', { name: '행 삭제: 1번째 사용자' }).click()
  await answer(page)
  await expect(rows(page)).toHaveCount(29)
  await expect(field(rows(page).first(), '이름')).toHaveValue('사람2')
  await expect(field(rows(page).first(), '이름')).toBeFocused()
})

story('a started invitation is dropped only after a question, an empty one at once', async ({ operator: { page } }) => {
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
  'who is invited stands in the list, gets a mail, and enters with the PIN in it',
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
    await expect(page.getByText('성공적으로 처리되었습니다.')).toBeVisible()
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
  'rights are switched after a question, in words as well as in colour, and the person feels it at once',
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
    await expect(own).toHaveAttribute('aria-disabled', 'true')
    await own.click({ force: true })
    await expect(message(page)).toHaveCount(0)
    await expect(own).toBeChecked()
  },
)

story(
  'a PIN is sent again, an operator is made, a person is removed: each after a question',
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
