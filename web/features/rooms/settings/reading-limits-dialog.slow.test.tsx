import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { loadApp, newRoom, openApp } from '../../../test/app.tsx'
import { dialog } from '../../../test/steps.ts'

vi.setConfig({ testTimeout: 120_000 })

test('an operator sets how fast may be read: invalid values show an error at the field, saved ones are kept', async () => {
  const { roomId, operator } = await newRoom()
  const read = async () =>
    (await operator.call('GET', `/room/api/room/readingLimits/${roomId}`)).json.payload
  await openApp('/admin/invitation', operator)
  const opener = page.getByRole('button', { name: '열람 속도 한도' })
  await opener.click()
  const limits = dialog('열람 속도 한도')
  await limits.getByRole('button', { name: '기본값' }).click()
  const [minute, hour] = ['페이지 1분', '페이지 1시간'].map((name) =>
    limits.getByRole('textbox', { name }),
  )
  if (!minute || !hour) throw new Error('there are no such fields')
  await expect.element(minute).toHaveValue('120')
  await expect.element(hour).toHaveValue('2000')

  const before = await read()
  const save = limits.getByRole('button', { name: '저장' })
  await minute.fill('0')
  await save.click()
  await expect
    .element(limits.getByRole('alert'))
    .toHaveTextContent('1부터 100,000까지의 숫자를 입력해 주세요.')
  await expect.element(minute).toHaveFocus()
  await minute.fill('500')
  await hour.fill('499')
  await save.click()
  await expect
    .element(limits.getByRole('alert'))
    .toHaveTextContent('1시간 한도는 1분 한도보다 작을 수 없습니다.')
  await expect.element(hour).toHaveFocus()
  expect(await read()).toEqual(before)

  await hour.fill('5000')
  await save.click()
  await expect.element(limits).not.toBeInTheDocument()
  expect(await read()).toMatchObject({
    pagesPerMinute: 500,
    pagesPerHour: 5_000,
    documentsPerMinute: 30,
  })
  await loadApp('/admin/invitation')
  await opener.click()
  await expect.element(minute).toHaveValue('500')
})
