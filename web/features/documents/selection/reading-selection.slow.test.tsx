import { expect, test } from 'vitest'
import { commands, type Locator, page } from 'vitest/browser'
import { invite, openApp, recordCalls } from '../../../test/app.tsx'
import {
  filledRoom,
  menu,
  menuItem,
  modal,
  open,
  selected,
  stand,
  toast,
} from '../../../test/filled-room.ts'
import { newGroup, setGrants } from '../../../test/rights.ts'
import { answer, list, row, texts } from '../../../test/steps.ts'

const reported = () => document.querySelector('.folder-head [role=status]')?.textContent
const box = (name: string) => row(name).getByRole('checkbox')
const tools = (): Locator => page.getByRole('toolbar', { name: '선택한 항목 작업' })

async function openAsReader() {
  const { client, ids } = await filledRoom()
  const groupId = await newGroup(client, '매수인', 'download')
  await setGrants(client, [{ groupId, itemId: ids['확인서.pdf'] ?? 0, level: 'view' }])
  const reader = await invite(client, { groupId })
  const app = await openApp('/', reader.client)
  await expect.element(row('안내문.pdf')).toBeVisible()
  return { app, client, ids }
}

test('a reader selects in several folders and downloads without what may not be downloaded, which is named first', async () => {
  const { ids } = await openAsReader()
  const calls = recordCalls()
  await box('안내문.pdf').click()
  await box('확인서.pdf').click()
  await open('01 계약')
  await box('계약서.pdf').click()
  await expect.poll(reported).toBe('폴더 2곳에서 3개 선택됨')
  await tools().getByRole('button', { name: '다운로드' }).click()
  await expect
    .element(modal())
    .toHaveTextContent('다운로드할 수 없는 1개 항목을 제외하고 나머지 2개를 다운로드하시겠습니까?')
  expect(texts(modal().getByRole('listitem')).join()).toContain('확인서.pdf')
  expect(calls.some(({ call }) => call.includes('ticket'))).toBe(false)
  await answer('나머지 다운로드')
  await expect.element(toast('다운로드를 시작합니다.')).toBeVisible()
  const asked = calls.find(({ call }) => call.includes('ticket'))?.body ?? ''
  expect(JSON.parse(asked)).toMatchObject({
    kind: 'zip',
    fileIds: [ids['안내문.pdf'], ids['01 계약/계약서.pdf']],
  })
})

test('where nothing of the selection may be downloaded the button says why; the index is saved for it', async () => {
  await openAsReader()
  const calls = recordCalls()
  await box('확인서.pdf').click()
  await expect
    .element(tools().getByRole('button', { name: '다운로드' }))
    .toHaveAttribute('aria-disabled', 'true')
  await expect.element(tools().getByRole('button', { name: '색인' })).not.toBeInTheDocument()
  await box('01 계약').click()
  await tools().getByRole('button', { name: '색인' }).click()
  await expect.element(toast('색인을 저장했습니다.')).toBeVisible()
  expect(calls.filter(({ call }) => call.includes('index/selection'))).toHaveLength(1)
})

test('the keyboard selects as for operators, the menu is that of the selection, and Escape ends it', async () => {
  await openAsReader()
  await stand('02 재무')
  await commands.press('Space')
  await commands.press('Shift+ArrowDown')
  expect(selected()).toEqual(['02 재무', '안내문.pdf'])
  await commands.press('Shift+F10')
  await expect.element(menuItem('다운로드')).toBeVisible()
  expect(texts(menu().getByRole('menuitem'))).toEqual(['다운로드', '색인 다운로드'])
  await commands.press('Escape')
  await commands.press('Control+a')
  expect(selected()).toEqual(['01 계약', '02 재무', '안내문.pdf', '확인서.pdf'])
  await commands.press('Escape')
  expect(selected()).toEqual([])
  await expect.poll(reported).toBe('')
})

test('the way back from a document leads to the list with its selection', async () => {
  const { app } = await openAsReader()
  await box('안내문.pdf').click()
  await box('01 계약').click()
  await open('확인서.pdf')
  await expect.poll(app.address).toMatch(/doc=/)
  await expect.element(list().getByRole('checkbox')).not.toBeInTheDocument()
  app.back()
  await expect.poll(selected).toEqual(['01 계약', '안내문.pdf'])
  await expect.poll(reported).toBe('2개 선택됨')
})
