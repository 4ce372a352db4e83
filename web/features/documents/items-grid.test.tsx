import { expect, test } from 'vitest'
import { commands } from 'vitest/browser'
import { makePdf, newRoom, openApp } from '../../test/app.tsx'
import { focus, row } from '../../test/steps.ts'

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
