import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { makePdf, newRoom, openApp } from '../../test/app.tsx'

test('the number of a document stands on the first line of a name that wraps, not above it', async () => {
  await page.viewport(390, 800)
  const { operator: client } = await newRoom()
  const name = `${'Independent Business Review and Financial Projections '.repeat(3).trim()}.pdf`
  const id = await client.put(name, await makePdf(1))
  await client.call('POST', '/room/api/room/update/index', {
    body: { id: client.me.roomId, numbering: 'live' },
  })
  await client.call('POST', '/room/api/file/favourite', { body: { id, value: true } })
  await openApp('/admin/new', client)
  await page.getByText('즐겨찾기', { exact: true }).click()
  const link = page.getByRole('link', { name })
  await expect.element(link).toBeVisible()
  const [line] = link.element().getClientRects()
  const number = link.element().previousElementSibling
  expect(number?.textContent).toBe('1')
  expect(link.element().getClientRects().length, 'the name wraps').toBeGreaterThan(1)
  expect(number?.getBoundingClientRect().bottom).toBeGreaterThan(
    line?.top ?? Number.POSITIVE_INFINITY,
  )
})
