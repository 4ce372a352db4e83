import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { loadApp, newRoom, openApp, recordCalls } from '../../../test/app.tsx'
import '../../../test/locating.ts'
import { focus } from '../../../test/steps.ts'

const dialog = page.getByRole('dialog', { name: '워터마크 미리보기' })
const sample = dialog.getByRole('img')
const linesOf = () => sample.element().querySelectorAll('text').length
const inkOf = () => sample.element().querySelector('tspan')?.getAttribute('fill')

test('an operator chooses how the watermark looks, sees it at once, and it is kept', async () => {
  const { operator } = await newRoom()
  await openApp('/admin/upload', operator)
  const calls = recordCalls()
  const reported = () =>
    calls
      .filter(({ call }) => call.endsWith('/room/api/room/update/watermark'))
      .map(({ body }) => JSON.parse(body))
  const open = page.getByRole('button', { name: '워터마크 모양' })
  await open.click()
  const save = dialog.getByRole('button', { name: '저장' })
  await expect.element(dialog.getByRole('radio', { name: '보통' })).toBeChecked()
  await expect.element(dialog.getByText('100%')).toBeVisible()
  await expect.element(save).toBeDisabled()
  expect(linesOf()).toBe(90)

  await dialog.getByRole('radio', { name: '옅게' }).click()
  await expect.poll(linesOf).toBe(30)
  const faint = inkOf()
  await focus(dialog.getByRole('slider', { name: '진하기' }))
  await commands.press('ArrowRight')
  await commands.press('ArrowRight')
  await expect.element(dialog.getByText('120%')).toBeVisible()
  expect(inkOf()).not.toBe(faint)

  await dialog.getByRole('button', { name: '취소' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await open.click()
  await expect.element(dialog.getByRole('radio', { name: '보통' })).toBeChecked()
  expect(reported()).toEqual([])

  await dialog.getByRole('radio', { name: '촘촘하게' }).click()
  await save.click()
  await expect.element(page.getByText('워터마크 모양을 바꿨습니다.')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(open).toHaveFocus()
  expect(reported()).toEqual([{ id: operator.me.roomId, density: 'dense', strength: 100 }])
  await loadApp('/admin/upload')
  await open.click()
  await expect.element(dialog.getByRole('radio', { name: '촘촘하게' })).toBeChecked()
})
