import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { invite, makePdf, newEmail, newRoom, openApp, recordCalls } from '../../test/app.tsx'
import { enterAt } from '../../test/entrance.ts'
import { expectMessage } from '../../test/invitation.ts'
import { press } from '../../test/locating.ts'
import { answer, dialog } from '../../test/steps.ts'

const lostPin = page.getByRole('button', { name: 'PIN 찾기' })
const emailField = page.getByRole('textbox', { name: '이메일' })
const popup = page.getByRole('dialog')

test('a lost PIN is mailed to the address of an invitation, the popup says what is wrong, the new PIN opens the room [lost-pin]', async () => {
  const { operator } = await newRoom()
  await operator.upload([['안내문.pdf', await makePdf()]])
  const { email, pin } = await invite(operator)
  const app = await openApp('/login')
  const calls = recordCalls()
  const sent = () => calls.map(({ call }) => call).filter((call) => call.startsWith('POST '))
  await press(lostPin, 'Enter')
  await expect.element(dialog('PIN 찾기')).toBeVisible()
  await expect.element(emailField).toHaveFocus()

  await commands.press('Enter')
  await expectMessage('이메일 주소를 입력해 주세요.')
  await answer()
  await expect.element(emailField).toHaveFocus()
  await commands.typeText('reader@')
  await commands.press('Enter')
  await expectMessage('이메일 주소 형식이 올바르지 않습니다.')
  await answer()
  expect(sent()).toEqual([])

  const unknown = newEmail()
  await emailField.fill(unknown)
  await page.getByRole('button', { name: '보내기' }).click()
  await expectMessage('등록되지 않은 이메일 주소입니다.')
  await expect
    .element(page.getByRole('alertdialog').getByRole('heading', { name: 'Check !' }))
    .toBeVisible()
  await answer()
  await expect.element(emailField).toHaveFocus()
  await expect.element(emailField).toHaveValue(unknown)

  await emailField.fill(` ${email} `)
  await commands.press('Enter')
  await expectMessage('메일을 보냈습니다. 새 탭을 열어 확인해 주세요.')
  await answer()
  await expect.element(dialog('PIN 찾기')).not.toBeInTheDocument()
  await expect.element(lostPin).toHaveFocus()
  expect(sent()).toHaveLength(2)
  expect(sent().every((call) => call.endsWith('/findPin'))).toBe(true)

  // The previous PIN works until the new one is used.
  expect(await commands.pinFor(email)).not.toBe(pin)
  await enterAt(app, pin)
  await expect.element(page.getByRole('grid')).toHaveTextContent('안내문.pdf')
})

test('Escape leaves the popup for a lost PIN as it was opened, and nothing is sent', async () => {
  await openApp('/login')
  const calls = recordCalls()
  await lostPin.click()
  await emailField.fill('reader@house.example')
  await commands.press('Escape')
  await expect.element(popup).not.toBeInTheDocument()
  await expect.element(lostPin).toHaveFocus()
  await lostPin.click()
  await expect.element(emailField).toHaveValue('')
  await page.getByRole('button', { name: '취소' }).click()
  await expect.element(popup).not.toBeInTheDocument()
  expect(calls.filter(({ call }) => call.startsWith('POST '))).toEqual([])
})
