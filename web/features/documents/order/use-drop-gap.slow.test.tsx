import { expect, test } from 'vitest'
import { commands, type Locator, page } from 'vitest/browser'
import { recordCalls } from '../../../test/app.tsx'
import {
  filledRoom,
  names,
  namesIn,
  openList,
  sizeOf,
  toast,
  undo,
} from '../../../test/filled-room.ts'
import { middleOf, row } from '../../../test/steps.ts'

const DOCUMENTS = ['01 계약/계약서.pdf', '02 재무/재무제표.pdf', '가.pdf', '나.pdf', '안내문.pdf']
const ORDER = ['01 계약', '02 재무', '가.pdf', '나.pdf', '안내문.pdf']
const ORDERS = /order$/

async function openNumbered() {
  const operator = await filledRoom(DOCUMENTS)
  const { client } = operator
  await client.call('POST', '/room/api/room/update/index', {
    body: { id: client.me.roomId, numbering: 'live' },
  })
  const app = await openList(client)
  await expect.poll(names).toEqual(ORDER)
  return { ...operator, app }
}

const line = (): Locator => page.getByCss('.items-gap')

async function dragOver(from: Locator, to: Locator, at: number): Promise<void> {
  await commands.moveMouse(await middleOf(from))
  await commands.pressMouse()
  const { x } = await middleOf(to)
  const { top, height } = to.element().getBoundingClientRect()
  await commands.moveMouse({ x, y: top + height * at }, 4)
  await commands.moveMouse({ x, y: top + height * at })
}

test('rows go between two others, with a line that says where, and back', async () => {
  const { client, ids } = await openNumbered()
  await dragOver(sizeOf('안내문.pdf'), row('02 재무'), 0.1)
  await expect.element(line()).toBeVisible()
  const edge = row('02 재무').element().getBoundingClientRect().top
  expect(Math.abs(line().element().getBoundingClientRect().top - edge)).toBeLessThan(2)
  expect(page.getByCss('[data-drop-over]').elements(), 'a gap is no folder').toEqual([])
  await commands.releaseMouse()
  await expect.element(toast('1개 항목의 순서를 바꿨습니다.')).toBeVisible()
  expect(await namesIn(client)).toEqual(['01 계약', '안내문.pdf', '02 재무', '가.pdf', '나.pdf'])
  await expect.element(line()).not.toBeInTheDocument()
  await undo('1개 항목의 순서를 바꿨습니다.')
  await expect.poll(() => namesIn(client)).toEqual(ORDER)

  await expect.poll(names).toEqual(ORDER)
  await sizeOf('01 계약').click()
  await sizeOf('가.pdf').click({ modifiers: ['ControlOrMeta'] })
  await dragOver(sizeOf('가.pdf'), row('안내문.pdf'), 0.9)
  await expect.element(line()).toBeVisible()
  await commands.releaseMouse()
  await expect
    .poll(() => namesIn(client))
    .toEqual(['02 재무', '나.pdf', '안내문.pdf', '01 계약', '가.pdf'])
  expect(await namesIn(client, ids['02 재무']), 'nothing went into a folder').toEqual([
    '재무제표.pdf',
  ])
})

test('the middle of a folder still takes rows, and Escape lets everything be', async () => {
  const { client, ids } = await openNumbered()
  const asked = recordCalls()
  await dragOver(sizeOf('안내문.pdf'), row('가.pdf'), 0.2)
  await expect.element(line()).toBeVisible()
  await commands.holdKey('Escape')
  await commands.releaseKey('Escape')
  await commands.releaseMouse()
  await expect.element(line()).not.toBeInTheDocument()
  expect(asked.filter(({ call }) => ORDERS.test(call))).toEqual([])

  await dragOver(sizeOf('안내문.pdf'), row('02 재무'), 0.5)
  await expect.element(row('02 재무')).toHaveAttribute('data-drop-over', '')
  expect(line().elements()).toEqual([])
  await commands.releaseMouse()
  await expect.poll(() => namesIn(client, ids['02 재무'])).toContain('안내문.pdf')
  expect(asked.filter(({ call }) => ORDERS.test(call))).toEqual([])
})

test('in another order, or over its own place, a row has no gap', async () => {
  const { client } = await openNumbered()
  await dragOver(sizeOf('가.pdf'), row('가.pdf'), 0.9)
  expect(line().elements()).toEqual([])
  await commands.releaseMouse()
  await page.getByRole('button', { name: '이름', exact: true }).click()
  await dragOver(sizeOf('안내문.pdf'), row('가.pdf'), 0.2)
  await dragOver(sizeOf('안내문.pdf'), row('나.pdf'), 0.2)
  expect(line().elements()).toEqual([])
  await commands.releaseMouse()
  expect(await namesIn(client)).toEqual(ORDER)
})
