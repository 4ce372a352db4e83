import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { ROLE } from '../../../contract/core/limits.ts'
import { enterByWire, invite, newRoom, openApp } from '../../test/app.tsx'
import { expectMessage } from '../../test/invitation.ts'
import { answer } from '../../test/steps.ts'

const codeField = page.getByRole('textbox', { name: '운영자 코드' })
const intoTheArea = (): Promise<void> =>
  page.getByRole('link', { name: '운영자 화면', exact: true }).click()

test('a lost operator code is mailed to the operator; the one before opens nothing more [lost-code]', async () => {
  const { operator } = await newRoom()
  const { email, memberId, pin } = await invite(operator)
  await operator.setRole(memberId, ROLE.operator)
  const first = await commands.codeFor(email)
  await openApp('/', await enterByWire(pin))
  await intoTheArea()
  await codeField.fill('AB')
  await page.getByRole('button', { name: '코드 찾기' }).click()
  await expectMessage('메일을 보냈습니다. 새 탭을 열어 확인해 주세요.')
  await answer()
  await expect.element(codeField).toHaveFocus()
  await expect.element(codeField).toHaveValue('')

  await codeField.fill(first)
  await commands.press('Enter')
  await expectMessage('CODE가 일치하지 않습니다.')
  await answer()
  await codeField.fill(await commands.codeFor(email))
  await commands.press('Enter')
  await expect.element(page.getByRole('heading', { name: '대시보드', level: 1 })).toBeVisible()
})

test('cancel leads back to where the operator area was entered from [gate-cancel]', async () => {
  const { operator, pin } = await newRoom()
  const folder = `/?folder=${await operator.newFolder('01 계약')}`
  const session = await enterByWire(pin)
  const app = await openApp(folder, session)
  await intoTheArea()
  await page.getByRole('link', { name: '휴지통' }).click()
  await expect.poll(app.address).toMatch(/^\/admin\/trash$/)
  await page.getByRole('button', { name: '취소' }).click()
  await expect.poll(app.address).toBe(folder)

  const opened = await openApp('/admin/upload', session)
  await page.getByRole('button', { name: '취소' }).click()
  await expect.poll(opened.address).toBe('/')
})
