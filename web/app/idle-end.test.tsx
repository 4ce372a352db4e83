import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { invite, loadApp, newRoom, remember } from '../test/app.tsx'
import { answer, message } from '../test/steps.ts'

vi.setConfig({ testTimeout: 120_000 })

const MINUTE = 60_000

test('warns 10 minutes before the end of a session, ends it and says why', async () => {
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

  endsIn(5_500)
  await loadApp('/')
  await expect.element(page.getByText('로그인한 지 12시간이 지나 로그아웃되었습니다.')).toBeVisible()
  expect(localStorage.getItem('session')).toBeNull()
})
