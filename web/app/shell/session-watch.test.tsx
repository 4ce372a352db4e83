import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { systemClock } from '../../lib/browser/clock.ts'
import { atEnd, enterByWire, invite, loadApp, newRoom, openApp, remember } from '../../test/app.tsx'
import { answer, dialog, message } from '../../test/steps.ts'

vi.setConfig({ testTimeout: 120_000 })

const MINUTE = 60_000

function endsIn(ms: number): void {
  const stored = JSON.parse(localStorage.getItem('session') ?? '{}')
  localStorage.setItem('session', JSON.stringify({ ...stored, endsAt: Date.now() + ms }))
}

test('warns 10 minutes before the end of a session, ends it and says why', async () => {
  const { operator } = await newRoom()
  const { client } = await invite(operator)
  remember(client)
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
  expect(app.app.sessions.read()).toBeDefined()

  endsIn(5_500)
  await loadApp('/')
  await expect
    .element(page.getByText('로그인한 지 12시간이 지나 로그아웃되었습니다.'))
    .toBeVisible()
  expect(localStorage.getItem('session')).toBeNull()
})

test('what is typed in a dialog when the twelve hours are over is kept, and is there after the next login', async () => {
  const { operator } = await newRoom()
  const { client, pin } = await invite(operator)
  await openApp('/', client)
  const form = dialog('운영자에게 메시지 보내기')
  const openForm = () => page.getByRole('button', { name: '메시지', exact: true }).click()
  await openForm()
  const after = vi.spyOn(systemClock, 'after').mockImplementation((ms, run) => {
    const timer = ms === 800 ? undefined : setTimeout(run, ms)
    return () => clearTimeout(timer)
  })
  atEnd(() => after.mockRestore())
  await form.getByRole('textbox', { name: '제목' }).fill('질문이 있습니다')
  await form.getByRole('textbox', { name: '내용' }).fill('끝나기 직전까지 쓴 내용')
  endsIn(0)
  await expect
    .element(page.getByText('로그인한 지 12시간이 지나 로그아웃되었습니다.'))
    .toBeVisible()

  await openApp('/', await enterByWire(pin))
  await openForm()
  await expect.element(form.getByRole('textbox', { name: '제목' })).toHaveValue('질문이 있습니다')
  await expect
    .element(form.getByRole('textbox', { name: '내용' }))
    .toHaveValue('끝나기 직전까지 쓴 내용')
})
