import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { invite, loadApp, newRoom, openApp } from '../../test/app.tsx'
import { press } from '../../test/locating.ts'
import { dialog, expectFocused, expectTexts } from '../../test/steps.ts'

const pinField = page.getByRole('textbox', { name: 'PIN' })

test('what the product is can be read over the entrance, part by part, without leaving it [learn-more]', async () => {
  const app = await openApp('/login')
  await pinField.fill('12345')
  await press(page.getByRole('button', { name: '자세히 알아보기' }), 'Enter')
  const overlay = dialog('서비스 소개')
  for (const part of ['보관', '운영자', '참여자', '보안'])
    await expect
      .element(overlay.getByRole('term').filter({ hasText: new RegExp(`^${part}$`) }))
      .toBeVisible()
  await expect.element(overlay.getByCss('svg')).toHaveLength(4)
  await expect
    .element(overlay)
    .toHaveTextContent('메일로 받은 PIN으로 입장해 문서를 열람합니다. 따로 가입하지 않습니다.')
  await commands.press('Escape')
  await expect.element(overlay).not.toBeInTheDocument()
  await expectFocused('자세히 알아보기')
  await expect.element(pinField).toHaveValue('123-45')
  expect(app.address()).toBe('/login')

  await openApp('/about')
  await expectTexts(page.getByRole('term'), ['보관', '운영자', '참여자', '보안'])
})

test('an entry into another room keeps the first session; one into the same room replaces it, on the server too', async () => {
  const { operator } = await newRoom()
  const { client, pin } = await invite(operator)
  const other = await newRoom()
  await openApp('/login')
  await expect.element(pinField).toHaveFocus()
  localStorage.setItem('session', JSON.stringify({ ...client.me, agreed: true }))
  await pinField.fill(other.pin)
  await commands.press('Enter')
  await expect.element(page.getByRole('button', { name: '동의하고 입장' })).toBeVisible()
  const headers = { authorization: `Bearer ${client.me.jwt}` }
  const first = async () =>
    (await fetch(`/api/room/api/room/info/${client.me.roomId}`, { headers })).status
  const held = (): number[] =>
    JSON.parse(localStorage.getItem('sessions') ?? '[]').map(
      ({ roomId }: { roomId: number }) => roomId,
    )
  expect(await first()).toBe(200)
  expect(held()).toEqual([other.roomId, client.me.roomId])

  sessionStorage.setItem('room', '999999')
  await loadApp('/login')
  await pinField.fill(pin)
  await commands.press('Enter')
  await expect.element(page.getByRole('button', { name: '동의하고 입장' })).toBeVisible()
  await expect.poll(first).toBe(401)
  expect(held()).toEqual([client.me.roomId, other.roomId])
})
