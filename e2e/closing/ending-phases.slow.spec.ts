import type { Page } from '@playwright/test'
import { axe } from '../support/axe.ts'
import { AT_THE_END, banner, openEnding, part, present, story } from '../support/ending-room.ts'
import { expect } from '../support/server-fixture.ts'
import { answer, clickDisabled, enter, message, row } from '../support/steps.ts'

story.describe.configure({ timeout: 120_000 })

const READ_ONLY = '동결되었거나 종료된 데이터룸이라 내용을 바꿀 수 없습니다.'

async function move(page: Page, name: '동결' | '재개' | '지금 종료'): Promise<void> {
  await part(page, '단계').getByRole('button', { name, exact: true }).click()
  await answer(page, name)
}

story(
  'a frozen room becomes read-only at once for everyone in it, and is restored when reopened',
  async ({ ending }) => {
    const page = await ending.open('first')
    const filling = await ending.open('second')
    const reader = await ending.open('participant')
    await reader.goto('/')
    await expect(row(reader, '01 계약')).toBeVisible()
    await filling.goto('/admin/upload')
    await row(filling, '01 계약').click({ button: 'right' })
    await expect(filling.getByRole('menuitem', { name: '삭제' })).toBeEnabled()
    await filling.keyboard.press('Escape')

    await openEnding(page)
    await part(page, '단계').getByRole('button', { name: '동결' }).click()
    await expect(message(page)).toContainText('참여자: 계속 보고 다운로드합니다.')
    await answer(page, '취소')
    await expect(present(page)).toContainText('진행 중')
    await move(page, '동결')
    await expect(present(page)).toContainText('동결')

    await expect(banner(reader)).toContainText(
      '동결된 데이터룸입니다. 읽을 수만 있고 내용을 바꿀 수 없습니다.',
    )
    await row(reader, '01 계약').click()
    await row(reader, '계약서.pdf').click()
    await expect(
      reader
        .getByRole('region', { name: '계약서.pdf', exact: true })
        .getByRole('button', { name: '다운로드: 계약서.pdf' }),
    ).toBeEnabled()

    await expect(banner(filling)).toContainText('동결된 데이터룸입니다.')
    for (const name of ['폴더 만들기', '폴더 업로드', '업로드']) {
      const button = filling.getByRole('main').getByRole('button', { name, exact: true })
      await expect(button).toHaveAttribute('aria-disabled', 'true')
      await expect(button).toHaveAccessibleDescription(READ_ONLY)
    }
    await expect(filling.locator('input[type=file]')).toHaveCount(0)
    await axe(filling)
    await row(filling, '01 계약').click({ button: 'right' })
    for (const name of ['이름 바꾸기', '복사', '잘라내기', '삭제']) {
      await expect(filling.getByRole('menuitem', { name, exact: true })).toHaveAttribute(
        'aria-disabled',
        'true',
      )
    }
    await filling.keyboard.press('Escape')
    await row(filling, '01 계약').press('F2')
    await expect(message(filling)).toContainText(READ_ONLY)
    await answer(filling)
    await expect(filling.getByRole('textbox', { name: '새 이름' })).toHaveCount(0)
    await clickDisabled(
      filling,
      filling.getByRole('main').getByRole('button', { name: '폴더 만들기' }),
    )
    await expect(filling.getByRole('textbox', { name: '폴더 이름' })).toHaveCount(0)
    const refused = await ending.wire.makeFolder('새 폴더')
    expect(refused.json.code).toBe('ROOM_FROZEN')
    const invited = await ending.wire.invite([
      { name: '최참여', email: `late-${ending.wire.me.roomId}@ending.example` },
    ])
    expect(invited.json.payload).toHaveLength(1)

    await move(page, '재개')
    await expect(present(page)).toContainText('진행 중')
    await expect(banner(reader)).toHaveCount(0)
    await filling.getByRole('main').getByRole('button', { name: '폴더 만들기' }).click()
    await filling.keyboard.type('새 자료')
    await filling.keyboard.press('Enter')
    await expect(row(filling, '새 자료')).toBeVisible()
    await expect(row(reader, '계약서.pdf')).toBeVisible()
  },
)

story(
  'closing a room puts participants out with the reason and lets operators stay',
  async ({ ending, strictness }) => {
    strictness.expectRefusals(AT_THE_END)
    const page = await ending.open('first')
    const reader = await ending.open('participant')
    await reader.goto('/')
    await expect(row(reader, '01 계약')).toBeVisible()
    await openEnding(page)
    await part(page, '단계').getByRole('button', { name: '지금 종료' }).click()
    await expect(message(page)).toContainText('바로 로그아웃되고')
    await answer(page, '지금 종료')
    await expect(present(page)).toContainText('종료')
    await expect(banner(page)).toContainText('종료된 데이터룸입니다. 운영자만 들어올 수 있습니다.')
    await expect(part(page, '종료 예약')).toContainText('이미 종료된 데이터룸입니다.')
    await expect(part(page, '종료 예약').getByRole('button')).toHaveCount(0)

    await expect(reader).toHaveURL(/\/login$/)
    await expect(reader.getByText('종료된 데이터룸입니다.')).toBeVisible()
    await axe(reader)
    // The response must equal that of a wrong PIN.
    await reader.getByRole('textbox', { name: 'PIN' }).fill(ending.participant.pin)
    await reader.keyboard.press('Enter')
    await expect(message(reader)).toContainText('PIN을 확인해 주세요.')
    await answer(reader)

    await page.getByRole('link', { name: '사용자 화면' }).click()
    await expect(row(page, '01 계약')).toBeVisible()
    await expect(page.getByRole('banner').getByRole('button', { name: '메시지' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await openEnding(page)
    await move(page, '재개')
    await expect(present(page)).toContainText('진행 중')
    await enter(reader, ending.participant.pin)
    await expect(row(reader, '01 계약')).toBeVisible()
  },
)
