import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { atEnd, enterByWire, invite, newRoom, openApp } from '../../test/app.tsx'
import { answer } from '../../test/steps.ts'

const leaveAll = page.getByRole('button', { name: '모든 데이터룸에서 로그아웃' })
const form = page.getByRole('form', { name: '이메일 주소 확인' })

interface OwnRoomsAnswer {
  readonly http?: number
  readonly body: unknown
}
const LISTED = { status: 'OK', email: 'adviser@deals.example', until: '2030-01-01T12:00:00.000Z' }
const rooms = (...payload: readonly unknown[]): OwnRoomsAnswer => ({ body: { ...LISTED, payload } })
const UNPROVEN: OwnRoomsAnswer = {
  http: 403,
  body: { status: 'EXCEPTION', payload: '확인이 필요합니다.', code: 'ADDRESS_UNPROVEN' },
}
const BROKEN: OwnRoomsAnswer = {
  http: 500,
  body: { status: 'EXCEPTION', payload: '처리하지 못했습니다.', code: 'INTERNAL' },
}

/** The real server would need a mailed link. @returns the calls with their bearers. */
function answering(
  given: Readonly<Record<string, () => OwnRoomsAnswer | Promise<OwnRoomsAnswer>>>,
): string[] {
  const original = window.fetch
  const called: string[] = []
  window.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
    const found = Object.entries(given).find(([end]) => pathname.endsWith(end))
    if (!found) return original(input, init)
    called.push(`${found[0]} ${new Headers(init?.headers).get('authorization') ?? 'nobody'}`)
    const { http = 200, body } = await found[1]()
    return Response.json(body, { status: http })
  }
  atEnd(() => {
    window.fetch = original
  })
  return called
}

async function person() {
  const { operator } = await newRoom()
  const { pin } = await invite(operator)
  const client = await enterByWire(pin)
  return { client, roomId: client.me.roomId }
}

test('a proven address without rooms says so, until when it is proven at the latest, and what ends it before', async () => {
  answering({ 'session/rooms': () => rooms() })
  await openApp('/rooms')
  await expect
    .element(page.getByText('이 주소로 이동할 수 있는 데이터룸이 없습니다.'))
    .toBeVisible()
  await expect.element(page.getByText(/adviser@deals\.example.*늦어도.*까지.*30분/)).toBeVisible()
  await expect.element(form).not.toBeInTheDocument()
})

test('rooms are listed with what is known of them, and each call names the session of this browser', async () => {
  const { client, roomId } = await person()
  const own = { roomId, roomName: '갑 인수', phase: 'open', endsAt: null, news: 2 }
  const called = answering({
    'session/rooms': () => rooms(own, { roomId: roomId + 1_000_000, roomName: '을 매각' }),
  })
  await openApp('/rooms', client)
  await expect
    .element(page.getByRole('listitem').filter({ hasText: '갑 인수' }))
    .toHaveTextContent('새로운 문서 2건')
  await expect.element(page.getByRole('button', { name: '열기: 갑 인수' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: '입장: 을 매각' })).toBeVisible()
  expect(new Set(called)).toEqual(new Set([`session/rooms Bearer ${client.me.jwt}`]))
})

test('a list that fails offers neither rooms nor the form, and can be asked again', async () => {
  let given = BROKEN
  answering({ 'session/rooms': () => given })
  await openApp('/rooms')
  const again = page.getByRole('button', { name: '다시 시도' })
  await expect.element(again).toBeVisible()
  await expect.element(form).not.toBeInTheDocument()
  given = UNPROVEN
  await again.click()
  await expect.element(form).toBeVisible()
  await expect.element(leaveAll).not.toBeInTheDocument()
})

test('logging out of all rooms is offered once it is known whether the address is proven', async () => {
  const { client, roomId } = await person()
  let list: (given: OwnRoomsAnswer) => void = () => undefined
  const listed = new Promise<OwnRoomsAnswer>((resolve) => {
    list = resolve
  })
  const called = answering({ 'session/rooms': () => listed })
  await openApp('/rooms', client)
  await vi.waitFor(() => expect(called).toHaveLength(1))
  await expect.element(page.getByRole('heading', { name: '내 데이터룸' })).toBeVisible()
  await expect.element(leaveAll).not.toBeInTheDocument()
  list(rooms({ roomId, roomName: '갑 인수' }))
  await leaveAll.click()
  await expect.element(page.getByRole('alertdialog')).toHaveTextContent('다른 기기까지')
  await answer('취소')
})

test('logging out everywhere says when it failed, ends nothing here then, and asks for the list again', async () => {
  const { client, roomId } = await person()
  let given = BROKEN
  const called = answering({
    'session/rooms': () => rooms({ roomId, roomName: '갑 인수' }),
    'rooms/leave': () => given,
  })
  await openApp('/rooms', client)
  await leaveAll.click()
  const listings = () => called.filter((call) => call.startsWith('session/rooms')).length
  const before = listings()
  await answer('모든 데이터룸에서 로그아웃')
  await expect.element(page.getByRole('alertdialog')).toHaveTextContent('처리하지 못했습니다.')
  await answer()
  await vi.waitFor(() => expect(listings()).toBeGreaterThan(before))
  expect(JSON.parse(localStorage.getItem('session') ?? '{}')).toMatchObject({
    roomId,
    jwt: client.me.jwt,
  })
  expect((await client.list()).http).toBe(200)
  given = { body: { status: 'OK', payload: { ended: 1 } } }
  await leaveAll.click()
  await answer('모든 데이터룸에서 로그아웃')
  await vi.waitFor(() => expect(localStorage.getItem('session')).toBeNull())
})

test('crossing sends the session of this tab along and logs out what it displaces', async () => {
  const { client, roomId } = await person()
  const other = { ...client.me, roomId: roomId + 1_000_000, jwt: 'crossed' }
  const called = answering({
    'session/rooms': () => rooms({ roomId: other.roomId, roomName: '을 매각' }),
    'session/cross'() {
      const { secondsLeft: _, ...displaced } = { ...other, jwt: 'displaced', agreed: true }
      localStorage.setItem(
        'sessions',
        JSON.stringify([JSON.parse(localStorage.getItem('session') ?? '{}'), displaced]),
      )
      return { body: { status: 'OK', payload: other } }
    },
    'room/logout': () => ({ body: { status: 'OK', payload: null } }),
  })
  await openApp('/rooms', client)
  await page.getByRole('button', { name: '입장: 을 매각' }).click()
  await vi.waitFor(() => expect(called).toContain('room/logout Bearer displaced'))
  expect(called).toContain(`session/cross Bearer ${client.me.jwt}`)
  expect(called).not.toContain(`room/logout Bearer ${client.me.jwt}`)
})
