import { axe } from '../support/axe.ts'
import { banner, part, present, story } from '../support/ending-room.ts'
import { expect } from '../support/server-fixture.ts'
import { answer, dashboard, focused, message, row, tabTo } from '../support/steps.ts'

story.describe.configure({ timeout: 120_000 })

story(
  'an operator schedules the close by the keyboard, everybody reads when, and it is taken back',
  async ({ ending }) => {
    const page = await ending.open('first')
    const reader = await ending.open('participant')
    await reader.goto('/')
    await expect(row(reader, '01 계약')).toBeVisible()
    await expect(banner(reader)).toHaveCount(0)
    await page.goto('/admin/dashboard')
    await expect(dashboard(page)).toBeVisible()
    await page.getByRole('navigation').getByRole('link', { name: '룸 종료' }).click()
    await expect(page).toHaveTitle('룸 종료 - 시험 룸 - Data Room')
    await expect(present(page)).toContainText('진행 중')
    await expect(part(page, '종료 예약')).toContainText('예약된 종료가 없습니다.')
    await axe(page)

    await tabTo(page, part(page, '종료 예약').getByRole('button', { name: '종료 예약' }))
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: '종료 예약' })
    await expect(dialog.getByLabel('날짜')).toBeFocused()
    await axe(page)
    await dialog.getByLabel('날짜').fill('2020-01-01')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toHaveText('종료 예정 일시는 지금보다 뒤여야 합니다.')
    await dialog.getByLabel('날짜').fill('2096-12-01')
    await dialog.getByLabel('시각').fill('18:30')
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(part(page, '종료 예약')).toContainText(
      '2096-12-01 오후 06:30에 자동으로 종료됩니다.',
    )
    await expect(part(page, '종료 예약')).toContainText('2096-11-24 오후 06:30에 보낼 예정')
    await expect(focused(page)).toHaveText('예약 변경')
    await expect(banner(reader)).toContainText('이 데이터룸은 2096-12-01 오후 06:30에 종료됩니다.')
    await expect(banner(reader).getByRole('status')).toHaveText(/2096-12-01/)
    await axe(reader)

    await part(page, '종료 예약').getByRole('button', { name: '예약 취소' }).click()
    await expect(message(page)).toContainText('자동으로 종료되지 않습니다.')
    await answer(page, '예약 취소')
    await expect(part(page, '종료 예약')).toContainText('예약된 종료가 없습니다.')
    await expect(banner(reader)).toHaveCount(0)
    await expect(banner(page)).toHaveCount(0)
  },
)
