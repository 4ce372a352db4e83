import type { Page } from '@playwright/test'
import { invite, PIN, person, pinMailedTo, story } from '../support/post-office.ts'
import { expect, test } from '../support/server-fixture.ts'
import { answer, focused, message } from '../support/steps.ts'

test.describe.configure({ timeout: 150_000 })

const failures = (page: Page) => page.getByRole('dialog', { name: '보내지 못한 메일' })

story(
  'a refused mail is shown with its reason, and sent again from the person’s row',
  async ({ operator, post }) => {
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
  },
)

story(
  'mails that were given up are listed, renewed and taken off the list',
  async ({ operator, post }) => {
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
    await expect(listed.first()).toContainText(
      '받는 메일 서버가 거절했습니다. 이메일 주소를 확인해 주세요.',
    )
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
    await expect(person(page, 'one@mail.example')).toContainText('메일 실패')
  },
)
