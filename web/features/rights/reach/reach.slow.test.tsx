import { expect, test } from 'vitest'
import { commands, type Locator, page } from 'vitest/browser'
import { openApp } from '../../../test/app.tsx'
import { filledRoom, menuItem } from '../../../test/filled-room.ts'
import { intercept } from '../../../test/intercept.ts'
import { person } from '../../../test/invitation.ts'
import { newGroup, setGrants } from '../../../test/rights.ts'
import { dialog, focus } from '../../../test/steps.ts'

const BIDDERS = '인수 후보 A'

const item = (seen: Locator, name: string): Locator =>
  seen.getByRole('listitem').filter({ hasText: name }).last()
const folder = (seen: Locator, name: string): Locator =>
  seen.getByRole('button', { name, exact: true })

async function openPeople() {
  const { client, ids } = await filledRoom()
  const { roomId } = client.me
  const bidders = await newGroup(client, BIDDERS, 'none')
  await setGrants(client, [
    { groupId: bidders, itemId: ids['01 계약/계약서.pdf'] ?? 0, level: 'view' },
    { groupId: bidders, itemId: ids['02 재무'] ?? 0, level: 'download' },
  ])
  const email = `${crypto.randomUUID()}@example.com`
  await client.invite([{ name: '이인수', email }])
  const managementId = (await client.members()).find((member) => member.email === email)?.id ?? 0
  await client.call('POST', '/room/api/group/members', {
    body: { roomId, id: bidders, managementIds: [managementId] },
  })
  await client.setRight(managementId, 'download', true)
  await openApp('/admin/invitation', client)
  return { client, ids, bidders, email, managementId }
}

async function openReachOf(email: string, name: string): Promise<Locator> {
  await person(email)
    .getByRole('button', { name: `${name} 작업` })
    .click()
  await menuItem('볼 수 있는 문서…').click()
  return dialog(`${name} 님이 볼 수 있는 문서`)
}

test('what a person can see is a tree with the reason on each item, opened by keys, and nothing else', async () => {
  const { email } = await openPeople()
  const seen = await openReachOf(email, '이인수')
  await expect.element(seen).toHaveTextContent(`${BIDDERS}전체 문서 권한: 보이지 않음`)
  await expect.element(item(seen, '01 계약')).toHaveTextContent('경로만 표시')
  await expect
    .element(item(seen, '02 재무'))
    .toHaveTextContent('직접 지정인쇄 차단(개인 설정)다운로드')
  await expect.element(seen).not.toHaveTextContent('안내문.pdf')

  await focus(folder(seen, '01 계약'))
  await commands.press('ArrowRight')
  await expect.element(item(seen, '계약서.pdf')).toHaveTextContent('직접 지정열람')
  await expect.element(seen).not.toHaveTextContent('부속합의서.pdf')
  await expect.element(seen).not.toHaveTextContent('이전 안')
  await commands.press('ArrowDown')
  await expect.element(folder(seen, '02 재무')).toHaveFocus()
  await commands.press('ArrowRight')
  await expect
    .element(item(seen, '재무제표.pdf'))
    .toHaveTextContent("'02 재무' 폴더에서인쇄 차단(개인 설정)다운로드")
  await commands.press('ArrowLeft')
  await expect.element(seen).not.toHaveTextContent('재무제표.pdf')
  await commands.press('Home')
  await expect.element(folder(seen, '01 계약')).toHaveFocus()
  await commands.press('ArrowUp')
  await expect.element(folder(seen, '01 계약')).toHaveFocus()
  await commands.press('End')
  await expect.element(folder(seen, '02 재무')).toHaveFocus()
  await commands.press('ArrowUp')
  await expect.element(folder(seen, '01 계약')).toHaveFocus()
  await seen.getByRole('button', { name: '닫기' }).click()
  await expect.element(seen).not.toBeInTheDocument()
})

test('what a group can see is opened from its menu, and says that a person is shut out', async () => {
  const { client, email, managementId } = await openPeople()
  await page.getByRole('button', { name: '그룹 관리' }).click()
  await page.getByRole('button', { name: `${BIDDERS} 그룹 작업` }).click()
  await menuItem('볼 수 있는 문서…').click()
  const seen = dialog(`'${BIDDERS}' 그룹이 볼 수 있는 문서`)
  await expect.element(item(seen, '02 재무')).toHaveTextContent('직접 지정다운로드')
  await expect.element(seen).not.toHaveTextContent('차단')
  await seen.getByRole('button', { name: '닫기' }).click()
  await dialog('그룹 관리').getByRole('button', { name: '닫기' }).click()
  await client.setRight(managementId, 'access', false)
  const own = await openReachOf(email, '이인수')
  await expect
    .element(own.getByRole('status'))
    .toHaveTextContent('접근이 차단되어 지금은 아무것도 볼 수 없습니다.')
})

test('nothing to see is said, and a failed call can be tried again, also on a phone', async () => {
  await page.viewport(390, 844)
  const { client, ids, bidders, email } = await openPeople()
  const none = [ids['01 계약/계약서.pdf'] ?? 0, ids['02 재무'] ?? 0].map((itemId) => ({
    groupId: bidders,
    itemId,
    level: null,
  }))
  await setGrants(client, none)
  const stop = intercept(({ path, send }) =>
    path.endsWith('/grant/reach') ? Promise.reject(new TypeError('offline')) : send(),
  )
  const seen = await openReachOf(email, '이인수')
  const retry = seen.getByRole('button', { name: '다시 시도' })
  await expect.element(retry).toBeVisible()
  stop()
  await retry.click()
  await expect.element(seen).toHaveTextContent('볼 수 있는 폴더와 문서가 없습니다.')
  const pane = page.getByCss('.modal-frame').last().element().getBoundingClientRect()
  expect(pane.right).toBeLessThanOrEqual(390)
})
