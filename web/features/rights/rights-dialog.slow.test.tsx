import { expect, test } from 'vitest'
import { commands, type Locator, page } from 'vitest/browser'
import { menuItem, modal, openFilledRoom, toast, undo } from '../../test/filled-room.ts'
import { grantsOn, newGroup, setGrants } from '../../test/rights.ts'
import { answer, dialog, focus, row as itemRow } from '../../test/steps.ts'

const ADVISERS = '자문단'

const rights = (name = /권한$/) => dialog(name)
const groupRow = (name: string): Locator => rights().getByRole('listitem', { name, exact: true })
const level = (group: string, name: string): Locator =>
  groupRow(group).getByRole('radio', { name, exact: true })
const save = () => rights().getByRole('button', { name: '저장', exact: true })

async function openRoom() {
  const room = await openFilledRoom()
  const advisers = await newGroup(room.client, ADVISERS, 'view')
  return { ...room, advisers }
}

async function openRights(name: string, entry = '권한…') {
  await itemRow(name).click({ button: 'right' })
  await menuItem(entry).click()
  await expect.element(rights()).toBeVisible()
}

test('a group’s level on a folder is inherited, set with its effect, saved, and taken back by the undo', async () => {
  const { client, ids, advisers } = await openRoom()
  const folder = ids['01 계약'] ?? 0
  await openRights('01 계약')
  await expect.element(dialog("'01 계약' 권한")).toBeVisible()
  await expect.element(level(ADVISERS, '열람')).toBeChecked()
  await expect.element(groupRow(ADVISERS)).toHaveTextContent('전체 문서에서')
  await expect
    .element(groupRow(ADVISERS).getByRole('button', { name: '상위 권한 따르기' }))
    .not.toBeInTheDocument()
  await expect.element(save()).toHaveAttribute('aria-disabled', 'true')

  await focus(level(ADVISERS, '열람'))
  await commands.press('0')
  await expect.element(level(ADVISERS, '보이지 않음')).toBeChecked()
  await expect.element(level(ADVISERS, '보이지 않음')).toHaveFocus()
  await expect.element(groupRow(ADVISERS)).toHaveTextContent('직접 지정')
  await expect
    .element(rights())
    .toHaveTextContent(`문서 3개가 '${ADVISERS}' 그룹에 보이지 않게 됩니다.`)
  expect(await grantsOn(client, folder)).toEqual({})
  await save().click()
  await expect.element(toast('권한을 저장했습니다.')).toBeVisible()
  await expect.element(rights()).not.toBeInTheDocument()
  expect(await grantsOn(client, folder)).toEqual({ [advisers]: 'none' })

  await undo('권한을 저장했습니다.')
  await expect.element(toast('권한을 되돌렸습니다.')).toBeVisible()
  expect(await grantsOn(client, folder)).toEqual({})
})

test('an own level follows the folder above again', async () => {
  const { client, ids, advisers } = await openRoom()
  const [folder, inside] = [ids['01 계약'] ?? 0, ids['01 계약/이전 안'] ?? 0]
  await setGrants(client, [
    { groupId: advisers, itemId: folder, level: 'print' },
    { groupId: advisers, itemId: inside, level: 'none' },
  ])
  await itemRow('01 계약').getByRole('link').click()
  await expect.element(itemRow('이전 안')).toBeVisible()
  await openRights('이전 안')
  await groupRow(ADVISERS).getByRole('button', { name: '상위 권한 따르기' }).click()
  await expect.element(level(ADVISERS, '인쇄')).toBeChecked()
  await expect.element(groupRow(ADVISERS)).toHaveTextContent("'01 계약' 폴더에서")
  await save().click()
  await expect.element(toast('권한을 저장했습니다.')).toBeVisible()
  expect(await grantsOn(client, inside)).toEqual({})
})

test('several items show that they differ, and get one level', async () => {
  const { client, ids, advisers } = await openRoom()
  const [one, other] = [ids['안내문.pdf'] ?? 0, ids['확인서.pdf'] ?? 0]
  await setGrants(client, [{ groupId: advisers, itemId: one, level: 'download' }])
  for (const name of ['안내문.pdf', '확인서.pdf']) await itemRow(name).getByRole('checkbox').click()
  await page.getByRole('toolbar').getByRole('button', { name: '권한' }).click()
  await expect.element(page.getByRole('dialog', { name: '선택한 항목 2개의 권한' })).toBeVisible()
  const many = page.getByRole('dialog').getByRole('listitem', { name: ADVISERS, exact: true })
  await expect.element(many).toHaveTextContent('여러 값 · 일부 항목만 직접 지정')
  expect(many.getByRole('radio', { checked: true }).elements()).toHaveLength(0)
  await many.getByRole('radio', { name: '인쇄', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '저장', exact: true }).click()
  await expect.element(toast('권한을 저장했습니다.')).toBeVisible()
  expect(await grantsOn(client, one)).toEqual({ [advisers]: 'print' })
  expect(await grantsOn(client, other)).toEqual({ [advisers]: 'print' })
})

test('files without a watermark are given after a question alone', async () => {
  const { client, ids, advisers } = await openRoom()
  await openRights('안내문.pdf')
  await level(ADVISERS, '원본').click()
  await save().click()
  await expect.element(modal()).toHaveTextContent('워터마크가 없는 원본 파일')
  await expect.element(modal()).toHaveTextContent(ADVISERS)
  await answer('취소')
  expect(await grantsOn(client, ids['안내문.pdf'] ?? 0)).toEqual({})
  await save().click()
  await answer('저장')
  await expect.element(toast('권한을 저장했습니다.')).toBeVisible()
  expect(await grantsOn(client, ids['안내문.pdf'] ?? 0)).toEqual({ [advisers]: 'original' })
})

test('what another operator changed meanwhile is loaded, and the choice stays', async () => {
  const { client, ids, advisers } = await openRoom()
  const itemId = ids['안내문.pdf'] ?? 0
  await openRights('안내문.pdf')
  await level(ADVISERS, '인쇄').click()
  await setGrants(client, [{ groupId: advisers, itemId, level: 'none' }])
  await save().click()
  await expect
    .element(rights().getByRole('alert'))
    .toHaveTextContent('다른 운영자가 그사이 권한을 바꾸어')
  expect(await grantsOn(client, itemId)).toEqual({ [advisers]: 'none' })
  await expect.element(level(ADVISERS, '인쇄')).toBeChecked()
  await expect
    .element(groupRow(ADVISERS).getByRole('button', { name: '상위 권한 따르기' }))
    .toBeVisible()
  await save().click()
  await expect.element(toast('권한을 저장했습니다.')).toBeVisible()
  expect(await grantsOn(client, itemId)).toEqual({ [advisers]: 'print' })
})

test('unsaved choices are not lost by Escape', async () => {
  await openRoom()
  await openRights('안내문.pdf')
  await level(ADVISERS, '인쇄').click()
  await commands.press('Escape')
  await answer('취소')
  await expect.element(level(ADVISERS, '인쇄')).toBeChecked()
  await commands.press('Escape')
  await answer('저장하지 않고 닫기')
  await expect.element(rights()).not.toBeInTheDocument()
})

test('a period is set by days, of which the last counts in full', async () => {
  const { client, ids } = await openRoom()
  await openRights('안내문.pdf')
  await groupRow(ADVISERS).getByRole('button', { name: '기간' }).click()
  await groupRow(ADVISERS).getByLabelText('종료일').fill('2030-12-31')
  await expect.element(groupRow(ADVISERS)).toHaveTextContent('직접 지정 · 2030-12-31까지')
  await save().click()
  await expect.element(toast('권한을 저장했습니다.')).toBeVisible()
  const { json } = await client.call('GET', `/room/api/grant/list/${client.me.roomId}`, {
    query: { itemId: ids['안내문.pdf'] ?? 0 },
  })
  expect(json.payload).toMatchObject([{ level: 'view', until: '2030-12-31T15:00:00.000Z' }])
})

test('the root has levels that cannot be reset', async () => {
  const { client, advisers } = await openRoom()
  await page.getByRole('button', { name: '권한', exact: true }).click()
  await expect.element(page.getByRole('dialog', { name: "'전체 문서' 권한" })).toBeVisible()
  await expect.element(groupRow(ADVISERS)).toHaveTextContent('전체 문서의 기본 권한')
  await expect
    .element(groupRow(ADVISERS).getByRole('button', { name: '상위 권한 따르기' }))
    .not.toBeInTheDocument()
  await level(ADVISERS, '보이지 않음').click()
  await save().click()
  await expect.element(toast('권한을 저장했습니다.')).toBeVisible()
  expect((await grantsOn(client, 0))[advisers]).toBe('none')
})

test('who can see an item leaves out whose time is over, and says that nobody sees what is staged', async () => {
  const { client, ids, advisers } = await openRoom()
  const { roomId } = client.me
  const email = `${crypto.randomUUID()}@example.com`
  await client.invite([{ name: '이만료', email }])
  const managementId = (await client.members()).find((member) => member.email === email)?.id
  await client.call('POST', '/room/api/group/members', {
    body: { roomId, id: advisers, managementIds: [managementId], until: '2026-01-01T00:00:00Z' },
  })
  await client.call('POST', '/room/api/group/update', {
    body: { roomId, id: advisers, networks: ['203.0.113.0/24'] },
  })
  await openRights('01 계약', '볼 수 있는 사람…')
  const later = rights().getByRole('list', { name: '지금은 볼 수 없는 그룹' })
  const row = later.getByRole('listitem').filter({ hasText: ADVISERS })
  await expect.element(row).toHaveTextContent('203.0.113.0/24 네트워크에서만')
  await expect.element(row).toHaveTextContent('이만료이용 기간이 아니어서 지금은 볼 수 없음')
  await expect
    .element(rights().getByRole('list', { name: '볼 수 있는 사람' }))
    .not.toHaveTextContent(ADVISERS)
  await commands.press('Escape')

  await client.call('POST', '/room/api/file/unpublish', { body: { roomId, ids: [ids['01 계약']] } })
  await openRights('01 계약', '볼 수 있는 사람…')
  await expect
    .element(later)
    .toHaveTextContent('공개 대기 중이라 참여자에게 아직 보이지 않음, 공개 후 열람')
  await expect.element(rights()).toHaveTextContent('볼 수 있는 참여자가 없습니다.')
})

test('who can see an item is listed with where it comes from, and who cannot', async () => {
  const { client, ids, advisers } = await openRoom()
  await setGrants(client, [{ groupId: advisers, itemId: ids['01 계약'] ?? 0, level: 'none' }])
  await client.invite([{ name: '이참여', email: `${crypto.randomUUID()}@example.com` }])
  await openRights('01 계약', '볼 수 있는 사람…')
  const seeing = rights().getByRole('list', { name: '볼 수 있는 사람' })
  await expect.element(seeing).toHaveTextContent('전체 문서에서')
  await expect
    .element(seeing)
    .toHaveTextContent('이참여열람인쇄 차단(개인 설정)다운로드 차단(개인 설정)')
  await expect.element(seeing).not.toHaveTextContent(ADVISERS)
  const others = rights().getByRole('list', { name: '볼 수 없는 그룹', exact: true })
  await expect.element(others).toHaveTextContent(ADVISERS)
  await expect.element(others).toHaveTextContent('직접 지정')
})
