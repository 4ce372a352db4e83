import type { Page } from '@playwright/test'
import type { TestSmtpServer } from '../server/test/smtp-server.ts'
import { startSmtpServer } from '../server/test/smtp-server.ts'
import { type RememberedSession, sessionOf } from './house.ts'
import { expect, test } from './server-fixture.ts'
import { answer, focused, message } from './steps.ts'

// Several browsers enter one after the other: on a busy machine that takes its time.
test.describe.configure({ timeout: 150_000 })

const PIN = /\b\d{3}-\d{2}-\d{11}\b/

interface PostOffice {
  readonly smtp: TestSmtpServer
  /** Addresses that it refuses for good. */
  readonly refused: Set<string>
}

/** A server with a real mail server, and its operator on the invitation page. */
const story = test.extend<{ operator: { readonly page: Page; readonly session: RememberedSession } }, { post: PostOffice }>({
  post: [
    async ({ playwright: _ }, use) => {
      const refused = new Set<string>()
      const smtp = await startSmtpServer((address) => (refused.has(address) ? 550 : undefined))
      await use({ smtp, refused })
      await smtp.close()
    },
    { scope: 'worker' },
  ],
  settings: [async ({ post }, use) => use({ SMTP_URL: `smtp://127.0.0.1:${post.smtp.port}` }), { scope: 'worker' }],
  operator: async ({ openBrowser, url, room }, use) => {
    const session = await sessionOf(url, room.pin, { code: room.code })
    const page = await (await openBrowser({ session, viewport: { width: 1440, height: 900 } })).newPage()
    await page.goto('/admin/invitation')
    await use({ page, session })
  },
})

const person = (page: Page, email: string) => page.getByRole('table').getByRole('row').filter({ hasText: email })
const failures = (page: Page) => page.getByRole('dialog', { name: '보내지 못한 메일' })

async function invite(page: Page, name: string, email: string): Promise<void> {
  await page.getByRole('button', { name: '초대', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: '사용자 초대' })
  await dialog.getByRole('textbox', { name: /^이름 / }).fill(name)
  await dialog.getByRole('textbox', { name: /^이메일 / }).fill(email)
  await dialog.getByRole('button', { name: '완료' }).click()
  await answer(page)
  await expect(dialog).toHaveCount(0)
}

async function pinMailedTo(smtp: TestSmtpServer, email: string): Promise<string> {
  let pin: string | undefined
  await expect.poll(async () => (pin = PIN.exec((await smtp.newestTo(email))?.text ?? '')?.[0])).toBeDefined()
  return pin ?? ''
}

story(
  'a mail that the mail server takes is told with the person, and no more once the person has entered',
  async ({ operator, post, url }) => {
    const { page } = operator
    await invite(page, '이참여', 'taken@mail.example')
    await expect(person(page, 'taken@mail.example')).toContainText('메일 전달됨')
    await expect(page.getByRole('region', { name: '보내지 못한 메일' })).toHaveCount(0)
    await sessionOf(url, await pinMailedTo(post.smtp, 'taken@mail.example'))
    await page.reload()
    await expect(person(page, 'taken@mail.example')).toContainText('오늘 접속')
    await expect(person(page, 'taken@mail.example')).not.toContainText('메일 전달됨')
  },
)

story('a refused mail is told with its reason, and sent anew from the person’s row', async ({ operator, post }) => {
  const { page } = operator
  post.refused.add('refused@mail.example')
  await invite(page, '박거절', 'refused@mail.example')
  const row = person(page, 'refused@mail.example')
  await expect(row).toContainText('메일 실패')
  await expect(row).toContainText('받는 메일 서버가 거절했습니다. 이메일 주소를 확인해 주세요.')
  const retry = row.getByRole('button', { name: '다시 보내기: 박거절' })
  await retry.click()
  await expect(message(page)).toContainText('박거절 님에게 새 PIN을 메일로 보내시겠습니까?')
  await answer(page, '취소')
  await expect(retry).toBeFocused()
  await expect(row).toContainText('메일 실패')
  post.refused.clear()
  await retry.press('Enter')
  await answer(page)
  await expect(row).toContainText('메일 전달됨')
  await expect(row).not.toContainText('메일 실패')
  expect(await pinMailedTo(post.smtp, 'refused@mail.example')).toMatch(PIN)
})

story('mails that were given up are listed, renewed and taken off the list', async ({ operator, post }) => {
  const { page } = operator
  post.refused.add('one@mail.example').add('two@mail.example')
  await invite(page, '하나', 'one@mail.example')
  await invite(page, '두리', 'two@mail.example')
  await expect(person(page, 'two@mail.example')).toContainText('메일 실패')
  await expect(person(page, 'one@mail.example')).toContainText('메일 실패')
  await page.reload()
  const notice = page.getByRole('region', { name: '보내지 못한 메일' })
  await expect(notice).toContainText('보내지 못한 메일이 2건 있습니다.')
  await notice.getByRole('button', { name: '확인하기' }).press('Enter')
  const listed = failures(page).getByRole('listitem')
  await expect(listed).toHaveCount(2)
  await expect(listed.first()).toContainText('두리')
  await expect(listed.first()).toContainText('받는 메일 서버가 거절했습니다. 이메일 주소를 확인해 주세요.')
  await expect(focused(page)).toHaveText('닫기')

  await failures(page).getByRole('button', { name: '목록에서 지우기: 하나 PIN 안내' }).click()
  await expect(listed).toHaveCount(1)
  post.refused.clear()
  await failures(page).getByRole('button', { name: '다시 보내기: 두리' }).click()
  await answer(page)
  await expect(failures(page)).toContainText('보내지 못한 메일이 없습니다.')
  await page.keyboard.press('Escape')
  await expect(failures(page)).toHaveCount(0)
  await expect(notice).toHaveCount(0)
  await expect(person(page, 'two@mail.example')).toContainText('메일 전달됨')
  // Off the list, but not forgotten where it matters.
  await expect(person(page, 'one@mail.example')).toContainText('메일 실패')
})

story(
  'a message that did not arrive is told to its sender, by name to an operator alone, and sent again [header-message]',
  async ({ operator, post, url, openBrowser }) => {
    const { page } = operator
    await invite(page, '이참여', 'reader@mail.example')
    const pin = await pinMailedTo(post.smtp, 'reader@mail.example')
    await invite(page, '박거절', 'no@mail.example')
    await pinMailedTo(post.smtp, 'no@mail.example')
    post.refused.add('no@mail.example')

    const open = page.getByRole('button', { name: '메시지', exact: true })
    await open.press('Enter')
    const form = page.getByRole('dialog', { name: '사용자에게 메일 보내기' })
    await form.getByRole('textbox', { name: '제목' }).fill('일정 안내')
    await form.getByRole('textbox', { name: '내용' }).fill('내일 뵙겠습니다.')
    await form.getByRole('button', { name: /^받는 사람/ }).click()
    await form.getByRole('checkbox', { name: /^전체/ }).check()
    const sent = page.waitForRequest(/\/message\/attachFileMail$/)
    await form.getByRole('button', { name: '보내기', exact: true }).click()
    await sent
    await expect(form).toHaveCount(0)
    await expect(open).toBeFocused()
    // What is said in passing stays while it is pointed at, and leads on from another screen, too.
    const told = page.getByRole('alertdialog').getByRole('button', { name: '보낸 메시지' })
    await told.hover()
    await page.getByRole('navigation').getByRole('link', { name: '파일 업로드' }).press('Enter')
    await expect(page.getByRole('button', { name: '폴더 만들기' })).toBeVisible()
    await told.click()
    const list = page.getByRole('dialog', { name: '보낸 메시지' })
    await expect(list.getByRole('listitem').first()).toContainText('이참여 외 1명')
    await expect(list).toContainText('전달 실패', { timeout: 20_000 })
    await expect(list).toContainText('1명에게 전달하지 못했습니다.')
    await list.getByRole('button', { name: '일정 안내', exact: true }).press('Enter')
    const people = list.getByRole('list', { name: '받는 사람' })
    await expect(people.getByRole('listitem').filter({ hasText: '이참여' })).toContainText('전달됨')
    await expect(people.getByRole('listitem').filter({ hasText: '박거절' })).toContainText('받는 메일 서버가 거절했습니다.')
    post.refused.clear()
    await list.getByRole('button', { name: '다시 보내기: 일정 안내' }).press('Enter')
    await expect(message(page)).toContainText('전달하지 못한 1명에게 다시 보내시겠습니까?')
    await answer(page, '다시 보내기')
    await expect(list).not.toContainText('전달 실패')
    await expect(people.getByRole('listitem').filter({ hasText: '박거절' })).toContainText('전달됨', { timeout: 20_000 })
    await expect.poll(async () => (await post.smtp.newestTo('no@mail.example'))?.subject).toContain('일정 안내')
    await page.keyboard.press('Escape')
    await expect(list).toHaveCount(0)
    // What led there was said in passing: the focus goes on, and is not lost.
    await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)

    const reader = await (await openBrowser({ session: await sessionOf(url, pin), viewport: { width: 1440, height: 900 } })).newPage()
    await reader.goto('/')
    await reader.getByRole('button', { name: '메시지', exact: true }).click()
    const own = reader.getByRole('dialog', { name: '운영자에게 메시지 보내기' })
    await own.getByRole('textbox', { name: '제목' }).fill('질문')
    await own.getByRole('textbox', { name: '내용' }).fill('본문')
    await own.getByRole('button', { name: '보내기', exact: true }).click()
    await expect(own).toHaveCount(0)
    await reader.getByRole('button', { name: '메시지', exact: true }).click()
    await own.getByRole('button', { name: '보낸 메시지' }).click()
    const mine = reader.getByRole('dialog', { name: '보낸 메시지' })
    await expect(mine.getByRole('listitem')).toHaveCount(1)
    await expect(mine).toContainText('운영자에게')
    await expect(mine).toContainText('전달됨', { timeout: 20_000 })
    await mine.getByRole('button', { name: '질문', exact: true }).click()
    await expect(mine).toContainText('본문')
    await expect(mine.getByRole('list', { name: '받는 사람' })).toHaveCount(0)
    for (const hidden of ['박거절', 'no@mail.example', '일정 안내']) await expect(mine).not.toContainText(hidden)
  },
)
