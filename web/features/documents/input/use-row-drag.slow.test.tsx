import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { recordCalls } from '../../../test/app.tsx'
import {
  chevron,
  filledRoom,
  names,
  namesIn,
  open,
  openList,
  sizeOf,
} from '../../../test/filled-room.ts'
import { drag, middleOf, row } from '../../../test/steps.ts'

const DOCUMENTS = [
  '01 계약/가 계약서.pdf',
  '01 계약/나 합의서.pdf',
  '01 계약/이전 안/초안.pdf',
  '02 재무/재무제표.pdf',
  '안내문.pdf',
  '확인서.pdf',
]

async function openOperator() {
  const operator = await filledRoom(DOCUMENTS)
  return { ...operator, app: await openList(operator.client) }
}

test('a dragged row goes into the folder on which it is let go, with Ctrl a copy of it', async () => {
  const { client, ids } = await openOperator()
  await drag(sizeOf('안내문.pdf'), sizeOf('01 계약'), async () => {
    await expect.element(row('01 계약')).toHaveAttribute('data-drop-over', '')
    await expect.element(row('02 재무')).not.toHaveAttribute('data-drop-over')
  })
  await expect.element(row('안내문.pdf')).not.toBeInTheDocument()
  expect(await namesIn(client, ids['01 계약'])).toContain('안내문.pdf')
  expect(await namesIn(client)).toEqual(['01 계약', '02 재무', '확인서.pdf'])

  await drag(sizeOf('확인서.pdf'), sizeOf('02 재무'), () => commands.holdKey('Control'))
  await commands.releaseKey('Control')
  await expect.poll(() => namesIn(client, ids['02 재무'])).toEqual(['재무제표.pdf', '확인서.pdf'])
  expect(await namesIn(client)).toContain('확인서.pdf')
})

test('all that is selected is dragged, onto a step of the way as well; a folder never goes into itself', async () => {
  const { client, ids } = await openOperator()
  const asked = recordCalls()
  await chevron('01 계약').click()
  await chevron('이전 안').click()
  await expect.element(row('초안.pdf')).toBeVisible()
  for (const refused of ['이전 안', '01 계약', '확인서.pdf']) {
    await drag(sizeOf('01 계약'), sizeOf(refused), async () => {
      await expect.element(page.getByCss('[data-drop-over]')).not.toBeInTheDocument()
    })
  }
  expect(asked.filter(({ call }) => call.startsWith('PATCH'))).toEqual([])

  await open('01 계약')
  await sizeOf('가 계약서.pdf').click()
  await sizeOf('나 합의서.pdf').click({ modifiers: ['Shift'] })
  await drag(
    sizeOf('가 계약서.pdf'),
    page.getByRole('navigation', { name: '현재 위치' }).getByRole('link', { name: '바탕화면' }),
  )
  await expect.poll(names).toEqual(['이전 안', '초안.pdf'])
  expect(await namesIn(client)).toEqual([
    '01 계약',
    '02 재무',
    '가 계약서.pdf',
    '나 합의서.pdf',
    '안내문.pdf',
    '확인서.pdf',
  ])
  expect(await namesIn(client, ids['01 계약'])).toEqual(['이전 안'])
})

test('a folder over which something is held opens', async () => {
  await openOperator()
  await drag(sizeOf('안내문.pdf'), sizeOf('02 재무'), async () => {
    await expect.element(row('02 재무')).toHaveAttribute('aria-expanded', 'true')
    await expect.element(row('재무제표.pdf')).toBeVisible()
    await commands.moveMouse(await middleOf(sizeOf('확인서.pdf')))
  })
  await expect.element(row('안내문.pdf')).toHaveAttribute('aria-level', '1')
})
