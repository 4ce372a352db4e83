import { sessionOf } from '../support/furnished-room.ts'
import { invite, person, pinMailedTo, story } from '../support/post-office.ts'
import { expect, test } from '../support/server-fixture.ts'
import { answer, message } from '../support/steps.ts'

test.describe.configure({ timeout: 150_000 })

story(
  'a mail that the mail server accepts is listed with the person, and no more once the person has entered',
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

story(
  'a message that did not arrive is shown to its sender, by name to operators only, and sent again [header-message]',
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
    const reported = page.getByRole('alertdialog').getByRole('button', { name: '보낸 메시지' })
    await reported.hover()
    await page.getByRole('navigation').getByRole('link', { name: '파일 업로드' }).press('Enter')
    await expect(page.getByRole('button', { name: '폴더 만들기' })).toBeVisible()
    await reported.click()
    const list = page.getByRole('dialog', { name: '보낸 메시지' })
    await expect(list.getByRole('listitem').first()).toContainText('이참여 외 1명')
    await expect(list).toContainText('전달 실패', { timeout: 20_000 })
    await expect(list).toContainText('1명에게 전달하지 못했습니다.')
    await list.getByRole('button', { name: '일정 안내', exact: true }).press('Enter')
    const people = list.getByRole('list', { name: '받는 사람' })
    await expect(people.getByRole('listitem').filter({ hasText: '이참여' })).toContainText('전달됨')
    await expect(people.getByRole('listitem').filter({ hasText: '박거절' })).toContainText(
      '받는 메일 서버가 거절했습니다.',
    )
    post.refused.clear()
    await list.getByRole('button', { name: '다시 보내기: 일정 안내' }).press('Enter')
    await expect(message(page)).toContainText('전달하지 못한 1명에게 다시 보내시겠습니까?')
    await answer(page, '다시 보내기')
    await expect(list).not.toContainText('전달 실패')
    await expect(people.getByRole('listitem').filter({ hasText: '박거절' })).toContainText(
      '전달됨',
      { timeout: 20_000 },
    )
    await expect
      .poll(async () => (await post.smtp.newestTo('no@mail.example'))?.subject)
      .toContain('일정 안내')
    await page.keyboard.press('Escape')
    await expect(list).toHaveCount(0)
    await expect
      .poll(() => page.evaluate(() => document.activeElement === document.body))
      .toBe(false)

    const reader = await (
      await openBrowser({
        session: await sessionOf(url, pin),
        viewport: { width: 1440, height: 900 },
      })
    ).newPage()
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
    for (const hidden of ['박거절', 'no@mail.example', '일정 안내'])
      await expect(mine).not.toContainText(hidden)
  },
)
