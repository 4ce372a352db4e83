import { expect, test, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import { invite, loadApp, newRoom, recordCalls, remember } from '../test/app.tsx'
import { answer, message } from '../test/steps.ts'

vi.setConfig({ testTimeout: 120_000 })

const MINUTE = 60_000

test('warns 10 minutes before the end of a session, keeps what is being typed, ends it and says why', async () => {
  const { operator } = await newRoom()
  const { client } = await invite(operator)
  remember(client)
  const endsIn = (ms: number) => {
    const stored = JSON.parse(localStorage.getItem('session') ?? '{}')
    localStorage.setItem('session', JSON.stringify({ ...stored, endsAt: Date.now() + ms }))
  }
  endsIn(11 * MINUTE)
  const app = await loadApp('/')
  await expect.element(page.getByRole('main')).toBeVisible()
  expect(message()).toBeNull()
  endsIn(9.9 * MINUTE)
  await loadApp('/')
  await expect.poll(() => message()?.textContent).toContain('10분 뒤 로그인이 종료됩니다.')
  expect(message()?.textContent).toContain('작성 중인 내용은 임시 저장되고')
  await answer('확인')
  await expect.element(page.getByRole('main')).toBeVisible()
  expect(app.house.sessions.read()).toBeDefined()

  await page.getByRole('button', { name: '운영자에게 메시지 보내기' }).first().click()
  const calls = recordCalls()
  endsIn(8_000)
  const text = page.getByRole('dialog').getByRole('textbox', { name: '내용' })
  await text.fill('쓰던')
  // Typed on and on: the pause after which it would be kept does not come before the end.
  while (localStorage.getItem('session') !== null) await commands.typeText(' 말')
  expect(calls.some(({ call, body }) => call.startsWith('PUT /api/room/api/') && body.includes('쓰던'))).toBe(true)
  await expect.element(page.getByText('로그인한 지 12시간이 지나 로그아웃되었습니다.')).toBeVisible()
})
