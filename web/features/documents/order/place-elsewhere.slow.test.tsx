import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { WireClient } from '../../../../server/test/harness/wire-client.ts'
import {
  FROM_START,
  filledRoom,
  menuItem,
  modal,
  namesIn,
  openList,
  pathsOf,
  toast,
  undo,
} from '../../../test/filled-room.ts'
import { intercept } from '../../../test/intercept.ts'
import { answer, dialog, row } from '../../../test/steps.ts'

async function numberedList(numbering: string) {
  const { client, ids } = await filledRoom()
  await client.newFolder('03 빈 폴더')
  await client.call('POST', '/room/api/room/update/index', {
    body: { id: client.me.roomId, numbering },
  })
  await openList(client)
  return { client, ids, contracts: ids['01 계약'] ?? 0 }
}

async function chooseOf(name: string, item: string) {
  await row(name).click({ button: 'right' })
  await menuItem(item).click()
}

async function placeAt(title: string, number: string, said: string) {
  const shown = dialog(title)
  await shown.getByRole('textbox', { name: '색인 번호' }).fill(number)
  await expect.element(shown.getByText(said)).toBeVisible()
  await shown.getByRole('button', { name: '이동', exact: true }).click()
}

test('a move to a number in another folder is one call, which fails whole, and so is its undo', async () => {
  const { client, contracts } = await numberedList('fixed')
  const before = await client.items()
  await chooseOf('안내문.pdf', '순서 지정…')
  const stop = intercept(({ path, send }) =>
    path.endsWith('/update/move') ? Promise.reject(new TypeError('network')) : send(),
  )
  await placeAt("'안내문.pdf' 순서 지정", '1.1', "'01 계약' 폴더의 1번째 자리입니다.")
  await expect.element(modal()).toHaveTextContent('1개 항목을 이동하지 못했습니다.')
  await expect.element(modal()).toHaveTextContent('안내문.pdf')
  stop()
  expect(await pathsOf(client)).toEqual(FROM_START)
  await answer()
  await expect.element(page.getByCss('.toast')).not.toBeInTheDocument()

  const calls: string[] = []
  intercept(({ path, send }) => {
    if (/\/file\/(order|file\/update)/.test(path)) calls.push(path.split('/').at(-1) ?? '')
    return send()
  })
  await chooseOf('안내문.pdf', '순서 지정…')
  await placeAt("'안내문.pdf' 순서 지정", '1.1', "'01 계약' 폴더의 1번째 자리입니다.")
  const done = "1개 항목을 '01 계약' 폴더의 1번째 자리로 옮겼습니다."
  await expect.element(toast(done)).toBeVisible()
  expect(await namesIn(client, contracts)).toEqual([
    '안내문.pdf',
    '이전 안',
    '계약서.pdf',
    '부속합의서.pdf',
  ])
  await undo(done)
  await expect.element(toast('되돌렸습니다.')).toBeVisible()
  expect(calls).toEqual(['move', 'move'])
  expect((await client.items()).map(({ index, name }) => `${index} ${name}`)).toEqual(
    before.map(({ index, name }) => `${index} ${name}`),
  )
})

test('items of two folders come to stand together, and each goes back to where it stood', async () => {
  const { client, contracts } = await numberedList('live')
  const before = [await namesIn(client), await namesIn(client, contracts)]
  await row('01 계약')
    .getByRole('button', { name: /^펼치기/ })
    .click()
  for (const name of ['이전 안', '안내문.pdf', '확인서.pdf'])
    await row(name).getByRole('checkbox').click()
  await chooseOf('안내문.pdf', '순서 지정…')
  await placeAt('3개 항목 순서 지정', '1.2', "'01 계약' 폴더의 2번째 자리입니다.")
  const done = "3개 항목을 '01 계약' 폴더의 2번째 자리로 옮겼습니다."
  await expect.element(toast(done)).toBeVisible()
  expect(await namesIn(client, contracts)).toEqual([
    '계약서.pdf',
    '이전 안',
    '안내문.pdf',
    '확인서.pdf',
    '부속합의서.pdf',
  ])
  await undo(done)
  await expect.element(toast('되돌렸습니다.')).toBeVisible()
  expect([await namesIn(client), await namesIn(client, contracts)]).toEqual(before)
})

const indexesIn = async (client: WireClient, parent = 0) =>
  (await client.items(parent)).map(({ index, name }) => `${index} ${name}`)

async function putLast(client: WireClient, parent: number) {
  const [first] = await client.items(parent)
  await client.call('POST', '/room/api/file/order', {
    body: { roomId: client.me.roomId, parent, ids: [first?.id], before: null },
  })
}

test('a switch is taken back from its message, which says what came since', async () => {
  const { client } = await numberedList('fixed')
  await putLast(client, 0)
  const before = await indexesIn(client)
  await page.getByRole('button', { name: '색인 번호' }).click()
  const settings = dialog('색인 번호')
  await settings.getByRole('radio', { name: /사용하지 않음/ }).click()
  await settings.getByRole('button', { name: '저장' }).click()
  await answer()
  const saved = '색인 번호 설정을 저장했습니다.'
  await expect.element(toast(saved)).toBeVisible()
  expect((await client.items())[0]).not.toHaveProperty('index')
  await client.newFolder('04 새 폴더')
  await undo(saved)
  await expect
    .element(toast('되돌렸습니다. 그동안 들어온 항목 1개는 비어 있는 다음 번호로 다시 매겼습니다.'))
    .toBeVisible()
  expect(await indexesIn(client)).toEqual([...before, '6 04 새 폴더'])
  await expect.element(row('04 새 폴더')).toHaveTextContent('6')
})

test('a renumbering is taken back from its message, and a late undo says that it changed nothing', async () => {
  const { client, contracts } = await numberedList('fixed')
  await putLast(client, contracts)
  const before = await indexesIn(client, contracts)
  const done = '3개 항목의 번호를 다시 매겼습니다.'
  const renumber = async () => {
    await chooseOf('01 계약', '번호 다시 매기기…')
    await expect.element(page.getByText('번호가 달라지는 항목 3개').first()).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: '번호 다시 매기기' }).click()
    await expect.element(toast(done)).toBeVisible()
  }
  await renumber()
  expect(await indexesIn(client, contracts)).not.toEqual(before)
  await undo(done)
  await expect.element(toast('되돌렸습니다.')).toBeVisible()
  expect(await indexesIn(client, contracts)).toEqual(before)

  await renumber()
  await putLast(client, contracts)
  await client.call('POST', '/room/api/file/renumber', {
    body: { roomId: client.me.roomId, parent: contracts, apply: true },
  })
  const now = await indexesIn(client, contracts)
  await undo(done)
  await expect.element(modal()).toHaveTextContent('되돌릴 수 없습니다.')
  await answer()
  expect(await indexesIn(client, contracts)).toEqual(now)
})

test('once its message is gone, the last change is taken back from the dialogs, which offer it no longer then', async () => {
  const { client, contracts } = await numberedList('fixed')
  await putLast(client, contracts)
  const before = await indexesIn(client, contracts)
  await client.call('POST', '/room/api/file/renumber', {
    body: { roomId: client.me.roomId, parent: contracts, apply: true },
  })
  expect(await indexesIn(client, contracts)).not.toEqual(before)
  await chooseOf('01 계약', '번호 다시 매기기…')
  const last = page.getByRole('dialog').getByRole('button', { name: '마지막 변경 되돌리기' })
  await expect
    .element(page.getByRole('dialog').getByText('6시간 동안 되돌릴 수 있습니다.'))
    .toBeVisible()
  await last.click()
  await expect.element(toast('되돌렸습니다.')).toBeVisible()
  expect(await indexesIn(client, contracts)).toEqual(before)
  await chooseOf('01 계약', '번호 다시 매기기…')
  await expect.element(page.getByText('번호가 달라지는 항목 3개').first()).toBeVisible()
  await expect.element(last).not.toBeInTheDocument()
  await page.getByRole('dialog').getByRole('button', { name: '취소' }).click()
  await page.getByRole('button', { name: '색인 번호' }).click()
  await expect.element(dialog('색인 번호').getByText(/색인 번호 설정을 바꾸었습니다/)).toBeVisible()
  await last.click()
  await expect.poll(async () => (await client.items())[0]).not.toHaveProperty('index')
})
