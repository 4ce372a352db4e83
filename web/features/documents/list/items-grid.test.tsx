import { expect, test } from 'vitest'
import { commands } from 'vitest/browser'
import { makePdf, newRoom, openApp } from '../../../test/app.tsx'
import { openFilledRoom, selected } from '../../../test/filled-room.ts'
import { focus, row } from '../../../test/steps.ts'

test('opens a folder in place with the right arrow key', async () => {
  const { operator } = await newRoom()
  await operator.upload([
    ['01 계약/가 계약서.pdf', await makePdf()],
    ['안내문.pdf', await makePdf()],
  ])
  await openApp('/admin/upload', operator)
  await focus(row('01 계약'))
  await expect.element(row('01 계약')).toHaveAttribute('aria-expanded', 'false')
  await commands.press('ArrowRight')
  await expect.element(row('01 계약')).toHaveAttribute('aria-expanded', 'true')
  await expect.element(row('가 계약서.pdf')).toHaveAttribute('aria-level', '2')
})

test('each row shows its box before anything points at it, and a click on boxes selects several', async () => {
  await openFilledRoom()
  await commands.moveMouse({ x: 700, y: 880 })
  const box = (name: string) => row(name).getByRole('checkbox', { name: `선택: ${name}` })
  for (const name of ['01 계약', '안내문.pdf']) {
    expect(box(name).element().checkVisibility({ opacityProperty: true })).toBe(true)
    await box(name).click()
  }
  expect(selected()).toEqual(['01 계약', '안내문.pdf'])
})
