import { expect, test, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import type { WireClient } from '../../../server/test/harness/wire-client.ts'
import {
  type App,
  atEnd,
  loadApp,
  newEmail,
  newRoom,
  openApp,
  recordCalls,
} from '../../test/app.tsx'
import { nextAnswer } from '../../test/calls.ts'
import { expectMessage } from '../../test/invitation.ts'
import '../../test/locating.ts'
import { clickDisabled } from '../../test/acting.ts'
import { answer, message } from '../../test/steps.ts'

const pinField = page.getByRole('textbox', { name: 'PIN' })
const codeField = page.getByRole('textbox', { name: '인증 코드' })
const accept = page.getByRole('button', { name: '동의하고 입장' })

const wrongCode = (code: string): string => `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`

interface Guest {
  readonly operator: WireClient
  readonly memberId: number
  readonly email: string
  readonly pin: string
}

async function invited(): Promise<Guest> {
  const { operator } = await newRoom()
  const email = newEmail()
  const { json } = await operator.invite([{ name: '이참여', email }])
  const memberId = (json.payload as readonly { id: number }[])[0]?.id ?? 0
  await operator.entering(true)
  return { operator, memberId, email, pin: await commands.pinFor(email) }
}

async function reachStep({
  email,
  pin,
}: Guest): Promise<{ readonly app: App; readonly code: string }> {
  const app = await openApp('/login')
  await pinField.fill(pin)
  await commands.press('Enter')
  await expect.poll(app.address).toMatch(/^\/login\/step$/)
  await expect.element(codeField).toHaveFocus()
  return { app, code: await commands.stepCodeFor(email) }
}

const bearer = (): string => `Bearer ${JSON.parse(localStorage.getItem('session') ?? '{}').jwt}`

test('a wrong code shows an error, a reload stays at the step, and nothing of the room is available meanwhile [step-wrong]', async () => {
  const { code } = await reachStep(await invited())
  await commands.press('Enter')
  await expectMessage('인증 코드를 입력해 주세요.')
  await answer()
  await expect.element(codeField).toHaveFocus()
  await commands.typeText('1234')
  await commands.press('Enter')
  await expectMessage('인증 코드 8자리를 모두 입력해 주세요.')
  await answer()

  await codeField.fill(wrongCode(code))
  await commands.press('Enter')
  await expectMessage('코드가 일치하지 않습니다.')
  await expect
    .element(page.getByRole('alertdialog').getByRole('heading', { name: 'Mismatch' }))
    .toBeVisible()
  await answer()
  await expect.element(codeField).toHaveFocus()
  await expect.element(codeField).toHaveValue('')
  await expect.element(codeField).toHaveAttribute('aria-invalid', 'true')

  const calls = recordCalls()
  await loadApp('/login/step')
  await expect.element(codeField).toHaveFocus()
  for (const path of ['/', '/login', '/login/agree', '/admin/upload', '/?folder=1']) {
    const app = await loadApp(path)
    await expect.poll(app.address).toMatch(/^\/login\/step$/)
    await expect.element(codeField).toBeVisible()
  }
  expect(calls.filter(({ call }) => call.includes(' /api/'))).toEqual([])
  await codeField.fill(code)
  await commands.press('Enter')
  await expect.element(accept).toBeVisible()
})

test('a code that was tried too often or is too old says so, and what to do', async () => {
  const { app, code } = await reachStep(await invited())
  const headers = { authorization: bearer(), 'content-type': 'application/json' }
  for (let tries = 0; tries < 5; tries += 1)
    await fetch('/api/room/api/room/join/step', {
      method: 'POST',
      headers,
      body: JSON.stringify({ code: wrongCode(code) }),
    })
  await codeField.fill(code)
  await commands.press('Enter')
  await expectMessage(
    '코드를 여러 번 잘못 입력해 더 이상 사용할 수 없습니다. 새 코드를 받아 주세요.',
  )
  await answer()
  await expect.element(codeField).toHaveFocus()
  expect(app.address()).toMatch(/^\/login\/step$/)

  const expired = {
    status: 'EXCEPTION',
    code: 'STEP_EXPIRED',
    payload: '코드의 유효 시간이 지났습니다. 새 코드를 받아 주세요.',
  }
  await commands.fulfil('/room/join/step$', 200, expired)
  await codeField.fill(code)
  await commands.press('Enter')
  await expectMessage('코드의 유효 시간이 지났습니다.')
  await expect
    .element(page.getByRole('alertdialog').getByRole('heading', { name: 'Check !' }))
    .toBeVisible()
  await answer()
  await expect.element(codeField).toHaveFocus()
})

test('another PIN leads back to the entrance and ends what waited, and so does a block', async () => {
  const guest = await invited()
  await reachStep(guest)
  const headers = { authorization: bearer() }
  const reported = nextAnswer('/room/api/room/logout')
  await page.getByRole('button', { name: '다른 PIN으로 입장' }).click()
  await expect.element(pinField).toHaveFocus()
  await reported
  expect(
    (await fetch('/api/room/api/room/join/step/code', { method: 'POST', headers })).status,
  ).toBe(401)

  const { code } = await reachStep(guest)
  await guest.operator.setRight(guest.memberId, 'access', false)
  await codeField.fill(code)
  await commands.press('Enter')
  await expect.element(pinField).toBeVisible()
  await expect.element(page.getByText('운영자가 접근을 일시 차단했습니다.')).toBeVisible()
  expect(message()).toBeNull()
})

test('another code can be had after a minute, says when until then, and ends the one before', async () => {
  const guest = await invited()
  atEnd(() => void vi.useRealTimers())
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  })
  const { code } = await reachStep(guest)
  const again = page.getByRole('button', { name: '코드 다시 받기' })
  await expect
    .element(page.getByCss('.step-wait'))
    .toHaveTextContent(/^\d+초 뒤에 다시 받을 수 있습니다\.$/)
  await clickDisabled(again)
  expect(message()).toBeNull()

  await vi.advanceTimersByTimeAsync(61_000)
  await expect.element(again).not.toHaveAttribute('aria-disabled', 'true')
  await commands.fulfil('/room/join/step/code$', 200, { status: 'OK', payload: null })
  await codeField.fill('1234')
  await again.click()
  await expectMessage('새 코드를 메일로 보냈습니다.')
  await answer()
  await expect.element(codeField).toHaveFocus()
  await expect.element(codeField).toHaveValue('')
  await expect.element(again).toHaveAttribute('aria-disabled', 'true')
  await loadApp('/login/step')
  await expect.element(again).toHaveAttribute('aria-disabled', 'true')
  await codeField.fill(code)
  await commands.press('Enter')
  await expect.element(accept).toBeVisible()
})
