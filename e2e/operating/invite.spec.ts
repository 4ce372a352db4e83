import { dialog, field, person, rows, startInviting, story } from '../support/invitation.ts'
import { expect } from '../support/server-fixture.ts'
import { answer, clickDisabled, enter, message } from '../support/steps.ts'

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
    await answer(page, '인쇄 허용')
    await expect(print).toBeChecked()
    await expect(print).toHaveAccessibleName('이참여 인쇄 허용')
    await expect(invited.getByRole('switch', { name: '이참여 다운로드 차단' })).not.toBeChecked()

    await invited.getByRole('switch', { name: /이참여 접근/ }).click()
    await expect(message(page)).toContainText('이참여 님의 접근을 일시 차단하시겠습니까?')
    await answer(page, '일시 차단')
    await expect(invited.getByRole('switch', { name: '이참여 접근 일시 차단' })).not.toBeChecked()
    await expect(guest).toHaveURL(/\/login$/)
    await expect(
      guest.getByText('운영자가 접근을 일시 차단했습니다. 운영자에게 문의해 주세요.'),
    ).toBeVisible()

    const own = person(page, 'op@example.com').getByRole('switch', { name: /접근/ })
    await clickDisabled(page, own)
    await expect(message(page)).toHaveCount(0)
    await expect(own).toBeChecked()
  },
)
