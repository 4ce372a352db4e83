import type { Page } from '@playwright/test'
import { makePdf } from '../../server/test/fixtures/make-pdf.ts'
import { enterAsOperator } from '../../server/test/harness/server-process.ts'
import { sessionOf } from '../support/furnished-room.ts'
import { expect, test } from '../support/server-fixture.ts'
import { answer, fileInput, message, pdf, row } from '../support/steps.ts'

const steps = (page: Page) => page.getByRole('region', { name: '시작하기' })
const step = (page: Page, name: string) =>
  steps(page).getByRole('listitem').filter({ hasText: name })
const taken = (page: Page) => steps(page).getByRole('status')

function counter() {
  let count = 0
  return {
    do: async (act: Promise<unknown>): Promise<void> => {
      await act
      count += 1
    },
    count: () => count,
  }
}

test('a new operator comes from the first login to the first invited reader in fifteen steps, led by what the screens say', async ({
  page,
  room,
  rooms,
  mailbox,
  openBrowser,
}) => {
  await rooms.asNewcomers(room.roomId)
  const hand = counter()
  await page.goto('/login')
  await hand.do(page.getByRole('textbox', { name: 'PIN' }).fill(room.pin))
  await hand.do(page.keyboard.press('Enter'))
  await hand.do(page.getByRole('button', { name: '동의하고 입장' }).click())
  await hand.do(page.getByRole('link', { name: '운영자 화면', exact: true }).click())
  await hand.do(page.getByRole('textbox', { name: '운영자 코드' }).fill(room.code))
  await hand.do(page.keyboard.press('Enter'))

  await expect(taken(page)).toHaveText('3단계 중 0단계 완료')
  await expect(step(page, '파일 업로드')).toHaveAttribute('aria-current', 'step')
  await hand.do(steps(page).getByRole('link', { name: '업로드하기' }).click())
  await hand.do(fileInput(page, '업로드').setInputFiles([pdf('투자 설명서.pdf', makePdf(2))]))
  await expect(row(page, '투자 설명서.pdf')).toBeVisible()

  await hand.do(page.getByRole('navigation').getByRole('link', { name: '대시보드' }).click())
  await expect(taken(page)).toHaveText('3단계 중 1단계 완료')
  await expect(step(page, '파일 업로드').getByRole('link')).toHaveCount(0)
  await expect(step(page, '사용자 초대')).toHaveAttribute('aria-current', 'step')
  await hand.do(steps(page).getByRole('link', { name: '초대하기' }).click())
  await hand.do(page.getByRole('main').getByRole('button', { name: '초대' }).first().click())
  const dialog = page.getByRole('dialog', { name: '사용자 초대' })
  const email = `first.${room.roomNo}@onboarding.example`
  await hand.do(dialog.getByRole('textbox', { name: /이름/ }).fill('김투자'))
  await hand.do(dialog.getByRole('textbox', { name: /이메일/ }).fill(email))
  await hand.do(dialog.getByRole('button', { name: '완료' }).click())
  await hand.do(answer(page))
  await expect(page.getByRole('row', { name: /김투자/ })).toBeVisible()
  expect(hand.count()).toBe(15)

  await test.step('and the reader gets in, and reads', async () => {
    const reader = await (await openBrowser({ viewport: { width: 1440, height: 900 } })).newPage()
    await reader.goto('/login')
    await reader.getByRole('textbox', { name: 'PIN' }).fill(await mailbox.pinFor(email))
    await reader.keyboard.press('Enter')
    await reader.getByRole('button', { name: '동의하고 입장' }).click()
    await row(reader, '투자 설명서.pdf').getByRole('link').click()
    await expect(reader.getByRole('img', { name: '1쪽', exact: true }).first()).toBeVisible()
    await expect(steps(reader)).toHaveCount(0)
  })

  await test.step('then the operator checks what the reader sees, and the first steps are done', async () => {
    await page.getByRole('navigation').getByRole('link', { name: '대시보드' }).click()
    await expect(taken(page)).toHaveText('3단계 중 2단계 완료')
    await steps(page).getByRole('link', { name: '확인하기' }).click()
    await page.getByRole('button', { name: '김투자 작업' }).click()
    await page.getByRole('menuitem', { name: '이 사용자로 보기' }).click()
    await expect(row(page, '투자 설명서.pdf')).toBeVisible()
    await page.getByRole('button', { name: '보기 종료' }).click()
    await page.getByRole('navigation').getByRole('link', { name: '대시보드' }).click()
    await expect(page.getByRole('list', { name: '데이터룸 현황' })).toBeVisible()
    await expect(steps(page)).toHaveCount(0)
  })
})

test('the first steps go when the operator closes them, for that operator alone and in every browser', async ({
  room,
  rooms,
  url,
  openBrowser,
}) => {
  const client = await enterAsOperator(url, room)
  const invited = await client.invite([
    { name: '박운영', email: `second.${room.roomNo}@onboarding.example` },
  ])
  const [second] = invited.json.payload as readonly { id: number }[]
  await client.setRole(second?.id ?? 0, 4)
  await rooms.asNewcomers(room.roomId)
  const open = async () => {
    const session = await sessionOf(url, room.pin, { code: room.code })
    return (await openBrowser({ session, viewport: { width: 1440, height: 900 } })).newPage()
  }
  const page = await open()
  await page.goto('/admin/dashboard')
  await expect(taken(page)).toHaveText('3단계 중 1단계 완료')
  await expect(step(page, '사용자 초대').getByText('(완료)')).toBeAttached()
  const reported = page.waitForResponse((response) => response.url().endsWith('/room/guides/close'))
  await steps(page).getByRole('button', { name: '시작하기 닫기' }).click()
  await expect(steps(page)).toHaveCount(0)
  expect((await reported).ok()).toBe(true)
  await expect(message(page)).toHaveCount(0)

  for (const again of [page, await open()]) {
    const known = again.waitForResponse((response) =>
      response.url().endsWith('/room/api/room/guides'),
    )
    await again.goto('/admin/dashboard')
    await (await known).finished()
    await expect(again.getByRole('list', { name: '데이터룸 현황' })).toBeVisible()
    await expect(steps(again)).toHaveCount(0)
  }
  const closedBy = async () => (await client.call('GET', '/room/api/room/guides')).json.payload
  expect(await closedBy()).toEqual(['firstSteps'])
})
