import { axe } from '../support/axe.ts'
import { dialog, menuItem, story, toast } from '../support/filled-room.ts'
import { sessionOf } from '../support/furnished-room.ts'
import { expect } from '../support/server-fixture.ts'
import { account, answer, tabTo } from '../support/steps.ts'

story(
  'a lead proposes people by the keyboard alone, and an operator admits one and declines the other',
  async ({ operator, mailbox, openBrowser, url }) => {
    const { page, client } = operator
    const email = 'lead@proposing.example'
    await client.invite([{ name: '이담당', email }])
    const session = await sessionOf(url, await mailbox.pinFor(email))
    const lead = await (
      await openBrowser({ session, viewport: { width: 1440, height: 900 } })
    ).newPage()
    await lead.goto('/')
    await account(lead).click()
    await expect(menuItem(lead, '내 활동')).toBeVisible()
    await expect(menuItem(lead, '초대 요청…')).toHaveCount(0)
    await lead.keyboard.press('Escape')

    await page.goto('/admin/invitation')
    await page.getByRole('row', { name: /이담당/ }).click({ button: 'right' })
    await menuItem(page, '그룹 담당자로 지정').click()
    await answer(page, '그룹 담당자로 지정')
    await expect(page.getByRole('row', { name: /이담당/ })).toContainText('그룹 담당자')

    await expect(async () => {
      await account(lead).click()
      await expect(menuItem(lead, '초대 요청…')).toBeVisible({ timeout: 500 })
    }).toPass({ timeout: 5_000 })
    await tabTo(lead, menuItem(lead, '초대 요청…'), 'ArrowDown')
    await lead.keyboard.press('Enter')
    for (const [name, address] of [
      ['김회계', 'accountant@proposed.example'],
      ['최변호', 'lawyer@proposed.example'],
    ] as const) {
      await expect(dialog(lead).getByRole('textbox', { name: '이름' })).toBeFocused()
      await lead.keyboard.type(name)
      await lead.keyboard.press('Tab')
      await lead.keyboard.type(address)
      await lead.keyboard.press('Enter')
      await expect(dialog(lead).getByRole('listitem').filter({ hasText: address })).toContainText(
        '승인 대기',
      )
    }
    await axe(lead)
    await lead.keyboard.press('Enter')
    await expect(dialog(lead).getByRole('alert')).toHaveText('이름을 입력해 주세요.')

    expect((await mailbox.mailTo(client.me.email ?? '', '초대 요청 1명')).text).toContain('· ')
    await page.reload()
    await page
      .getByRole('region', { name: '초대 요청' })
      .getByRole('button', { name: '확인' })
      .click()
    await expect(dialog(page).getByRole('listitem')).toHaveCount(2)
    await axe(page)
    await tabTo(page, dialog(page).getByRole('button', { name: '김회계 초대 요청 승인' }))
    await page.keyboard.press('Enter')
    await answer(page, '승인')
    await expect(toast(page, '김회계 님을 초대했습니다.')).toBeVisible()
    await dialog(page).getByRole('button', { name: '최변호 초대 요청 거절' }).click()
    await answer(page, '거절')
    await expect(dialog(page)).toContainText('승인을 기다리는 초대 요청이 없습니다.')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('row', { name: /김회계/ })).toBeVisible()
    await expect(page.getByRole('row', { name: /최변호/ })).toHaveCount(0)
    expect(await mailbox.pinFor('accountant@proposed.example')).toMatch(/^\d{3}-\d{2}-\d{11}$/)

    await lead.keyboard.press('Escape')
    await account(lead).click()
    await menuItem(lead, '초대 요청…').click()
    await expect(dialog(lead).getByRole('listitem').filter({ hasText: '김회계' })).toContainText(
      '승인됨',
    )
    await expect(dialog(lead).getByRole('listitem').filter({ hasText: '최변호' })).toContainText(
      '거절됨',
    )
    expect((await mailbox.mailTo(email, '초대 요청 승인')).text).toContain('김회계')
  },
)
