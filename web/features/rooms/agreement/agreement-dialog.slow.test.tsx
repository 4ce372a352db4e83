import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { newRoom, openApp } from '../../../test/app.tsx'
import '../../../test/locating.ts'
import { answer, dialog, message } from '../../../test/steps.ts'

const opened = dialog('비밀유지 동의서')
const save = opened.getByRole('button', { name: '저장' })

async function open() {
  const { operator, roomId } = await newRoom()
  await openApp('/admin/dashboard', operator)
  await page.getByRole('button', { name: '비밀유지 동의서', exact: true }).click()
  await expect.element(opened.getByRole('radio').first()).toBeVisible()
  const kept = async () =>
    (await operator.call('GET', `/room/api/room/agreement/${roomId}`)).json.payload
  return { kept }
}

test('a text is shown while it is typed, saved after a question, and must then be accepted', async () => {
  const { kept } = await open()
  expect(await commands.axe()).toEqual([])
  await opened.getByRole('radio').nth(1).click()
  await opened.getByRole('textbox').first().fill('제1조 (비밀정보)\n모든 자료는 비밀입니다.')
  await expect
    .element(opened.getByCss('.agreement-shown'))
    .toHaveTextContent('모든 자료는 비밀입니다.')
  expect(await commands.axe()).toEqual([])
  await save.click()
  await expect.poll(message).not.toBeNull()
  expect(await kept()).toBeNull()
  await answer('저장하고 다시 동의받기')
  await expect.element(page.getByText('모든 자료는 비밀입니다.')).toBeVisible()
  expect(await kept()).toMatchObject({ form: 'text', version: 1 })
})

test('a PDF that was not chosen is missing, and nothing is asked or saved', async () => {
  const { kept } = await open()
  await opened.getByRole('radio').nth(2).click()
  await expect
    .element(opened.getByCss('.agreement-shown'))
    .toHaveTextContent(/^PDF를 선택하고 저장하면/)
  await save.click()
  await expect.element(opened.getByRole('alert')).not.toBeEmptyDOMElement()
  expect(message()).toBeNull()
  expect(await commands.axe()).toEqual([])
  expect(await kept()).toBeNull()
})
