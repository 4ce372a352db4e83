import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { makePdf, recordCalls } from '../../../test/app.tsx'
import {
  chevron,
  filledRoom,
  names,
  openList,
  selected,
  standing,
} from '../../../test/filled-room.ts'
import { intercept } from '../../../test/intercept.ts'
import { focus, focused, list, row } from '../../../test/steps.ts'

const LIST = '/room/api/file/file/list'

const DOCUMENTS = [
  '01 계약/가 계약서.pdf',
  '01 계약/나 합의서.pdf',
  '01 계약/이전 안/초안.pdf',
  '02 재무/재무제표.pdf',
  '안내문.pdf',
  '확인서.pdf',
]

const goRight = () =>
  focused()?.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }),
  )

async function openOperator() {
  const operator = await filledRoom(DOCUMENTS)
  return { ...operator, app: await openList(operator.client) }
}

test('folders open in place by key: Right into them, Left out; their names still lead there [folders-nested]', async () => {
  const { app, ids } = await openOperator()
  const asked = recordCalls()
  const lists = () => asked.filter(({ call }) => call.endsWith(LIST))
  await focus(row('01 계약'))
  await expect.element(row('01 계약')).toHaveAttribute('aria-expanded', 'false')
  expect(lists()).toEqual([])
  await commands.press('ArrowRight')
  await expect.element(row('01 계약')).toHaveAttribute('aria-expanded', 'true')
  await expect.element(row('01 계약')).toHaveFocus()
  await expect
    .poll(names)
    .toEqual([
      '01 계약',
      '이전 안',
      '가 계약서.pdf',
      '나 합의서.pdf',
      '02 재무',
      '안내문.pdf',
      '확인서.pdf',
    ])
  expect(lists()).not.toEqual([])
  await expect.element(row('나 합의서.pdf')).toHaveAttribute('aria-level', '2')
  await expect.element(row('나 합의서.pdf')).toHaveAttribute('aria-posinset', '3')
  await expect.element(row('나 합의서.pdf')).toHaveAttribute('aria-setsize', '3')
  await expect.element(row('02 재무')).toHaveAttribute('aria-posinset', '2')
  await expect.element(row('02 재무')).toHaveAttribute('aria-rowindex', '6')
  await expect.element(list()).toHaveAttribute('aria-rowcount', '8')

  await commands.press('ArrowRight')
  await expect.element(row('이전 안')).toHaveFocus()
  await commands.press('ArrowRight')
  await expect.element(row('초안.pdf')).toHaveAttribute('aria-level', '3')
  await commands.press('ArrowRight')
  await commands.press('ArrowRight')
  await expect.element(row('초안.pdf')).toHaveFocus()
  await commands.press('ArrowLeft')
  await expect.element(row('이전 안')).toHaveFocus()
  await commands.press('ArrowLeft')
  await expect.element(row('초안.pdf')).not.toBeInTheDocument()
  await commands.press('ArrowLeft')
  await expect.element(row('01 계약')).toHaveFocus()
  expect(app.address()).toBe('/admin/upload')
  await commands.press('Enter')
  await expect.poll(app.address).toBe(`/admin/upload?folder=${ids['01 계약']}`)
  await expect.poll(names).toEqual(['이전 안', '가 계약서.pdf', '나 합의서.pdf'])
})

test('a chevron opens and closes without selecting, stays open over a visit elsewhere, and every level is sorted', async () => {
  const { app } = await openOperator()
  await chevron('01 계약').click()
  await expect.element(row('나 합의서.pdf')).toBeVisible()
  expect(selected()).toEqual([])
  expect(app.address()).toBe('/admin/upload')
  const { width, height } = chevron('01 계약').element().getBoundingClientRect()
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(24)

  await page.getByRole('columnheader', { name: '이름' }).getByRole('button').click()
  await expect
    .poll(names)
    .toEqual([
      '02 재무',
      '01 계약',
      '이전 안',
      '나 합의서.pdf',
      '가 계약서.pdf',
      '확인서.pdf',
      '안내문.pdf',
    ])
  await page.getByRole('link', { name: '사용자 초대' }).click()
  await expect.poll(app.address).not.toMatch(/\/admin\/upload/)
  await expect.element(row('나 합의서.pdf')).not.toBeInTheDocument()
  app.back()
  await expect.element(row('나 합의서.pdf')).toBeVisible()
  await chevron('01 계약').click()
  await expect.element(row('나 합의서.pdf')).not.toBeInTheDocument()
})

test('others change the list: what is open stays open, the focus and the selection stay with their items', async () => {
  const { client, ids } = await openOperator()
  await chevron('01 계약').click()
  await focus(row('나 합의서.pdf'))
  await commands.press('Space')
  await commands.press('Shift+ArrowDown')
  expect(selected()).toEqual(['나 합의서.pdf', '02 재무'])
  await commands.press('ArrowUp')

  await client.newFolder('00 새로 온 것')
  await client.newFolder('가장 앞', ids['01 계약'])
  await expect.element(row('00 새로 온 것')).toBeVisible()
  await expect.element(row('가장 앞')).toHaveAttribute('aria-level', '2')
  await expect.element(row('나 합의서.pdf')).toHaveFocus()
  expect(selected()).toEqual(['나 합의서.pdf', '02 재무'])

  await client.deleteItem(ids['02 재무'] ?? 0)
  await expect.element(row('02 재무')).not.toBeInTheDocument()
  expect(selected()).toEqual(['나 합의서.pdf'])
  await expect
    .element(page.getByRole('status').filter({ hasText: '1개 선택됨' }))
    .toBeInTheDocument()
})

test('a folder whose items cannot be had says so in its place and asks again', async () => {
  const { ids } = await openOperator()
  const finance = `"parent":${ids['02 재무']}`
  const letThrough = intercept(({ path, body, send }) =>
    path.endsWith(LIST) && body.includes(finance)
      ? Promise.resolve(new Response('{}', { status: 500 }))
      : send(),
  )
  await focus(row('02 재무'))
  await commands.press('ArrowRight')
  const failed = list()
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: '다시 시도' }) })
  await expect.element(failed).toHaveAttribute('aria-level', '2')
  await expect.element(row('안내문.pdf')).toBeVisible()
  letThrough()
  await commands.press('ArrowDown')
  await expect.element(failed).toHaveFocus()
  await commands.press('Enter')
  await expect.element(row('재무제표.pdf')).toHaveAttribute('aria-level', '2')
  await expect.element(failed).not.toBeInTheDocument()
  expect(focused(), 'the focus is somewhere').not.toBe(document.body)
})

test('a tree of sixty levels stays legible: rows move in no further than names have room', async () => {
  const { client } = await filledRoom(DOCUMENTS)
  const steps = Array.from({ length: 59 }, (_, index) => `단계 ${index + 1}`)
  await client.upload([[`${steps.join('/')}/끝.pdf`, await makePdf(1)]])
  await openList(client)
  await focus(row('단계 1'))
  for (const name of steps) {
    await expect.poll(standing, { interval: 5 }).toBe(name)
    goRight()
    await expect.poll(() => focused()?.getAttribute('aria-expanded'), { interval: 5 }).toBe('true')
    goRight()
  }
  await expect.poll(standing).toBe('끝.pdf')
  await expect.element(row('끝.pdf')).toHaveAttribute('aria-level', '60')
  row('끝.pdf').element().scrollIntoView({ block: 'nearest' })
  const { width } = row('끝.pdf').getByCss('.items-text').element().getBoundingClientRect()
  expect(width).toBeGreaterThan(30)
  await expect.element(row('끝.pdf').getByCss('[data-name]')).toHaveTextContent(/^끝\.pdf$/)
}, 60_000)
