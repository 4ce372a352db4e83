import { expect, test } from 'vitest'
import { commands, type Locator, page } from 'vitest/browser'
import { newEmail, newRoom, openApp } from '../../../test/app.tsx'
import { toast, undo } from '../../../test/filled-room.ts'
import { person } from '../../../test/invitation.ts'
import '../../../test/locating.ts'
import { newGroup, setGrants } from '../../../test/rights.ts'
import { answer, dialog, drag, middleOf } from '../../../test/steps.ts'

const groups = (): Locator => dialog('그룹 관리')
const chip = (name: string): Locator => page.getByCss('.group-chip').filter({ hasText: name })

async function choose(group: string, item: string): Promise<void> {
  await groups()
    .getByRole('button', { name: `${group} 그룹 작업` })
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function openGroups() {
  const { operator } = await newRoom()
  const { roomId } = operator.me
  const id = await newGroup(operator, '자문사', 'view')
  await operator.call('POST', '/room/api/group/update', { body: { id, roomId, until: '2031-03-31T15:00:00.000Z' } })
  const all = async () => (await operator.call('GET', `/room/api/group/list/${roomId}`)).json.payload as readonly Record<string, unknown>[]
  const own = async () => (await all()).find((group) => group['id'] === id)
  const level = async () => {
    const { json } = await operator.call('GET', `/room/api/grant/list/${roomId}`, { query: { itemId: 0, groupId: id } })
    return (json.payload as readonly { level: string }[])[0]?.level
  }
  await openApp('/admin/invitation', operator)
  await page.getByRole('button', { name: '그룹 관리' }).click()
  return { operator, id, all, own, level }
}

test('name, colour, level, period and networks of a group are taken back together', async () => {
  const { own, level } = await openGroups()
  const before = await own()
  await choose('자문사', '그룹 수정')
  const editing = dialog('자문사 그룹 수정')
  await editing.getByRole('textbox', { name: '그룹 이름' }).fill('법무 자문사')
  await editing.getByRole('radio', { name: '분홍' }).click()
  await editing.getByRole('radio', { name: '인쇄' }).click()
  await editing.getByLabelText('종료일').fill('')
  await editing.getByRole('textbox', { name: '접속 네트워크' }).fill('203.0.113.0/24')
  await editing.getByRole('button', { name: '저장' }).click()
  await answer('권한 변경')
  await expect.element(toast("'법무 자문사' 그룹을 저장했습니다.")).toBeVisible()
  expect(await own()).toMatchObject({ name: '법무 자문사', color: 'pink', networks: ['203.0.113.0/24'] })
  expect(await own()).not.toHaveProperty('until')
  expect(await level()).toBe('print')
  await undo("'법무 자문사' 그룹을 저장했습니다.")
  await expect.element(toast('변경을 되돌렸습니다.')).toBeVisible()
  expect(await own()).toEqual(before)
  expect(await level()).toBe('view')
})

test('another default group is taken back', async () => {
  const { all, own } = await openGroups()
  const before = await all()
  await choose('자문사', '기본 그룹으로 지정')
  await expect.poll(own).toMatchObject({ isDefault: true })
  await undo("'자문사' 그룹을 기본 그룹으로 지정했습니다.")
  await expect.poll(all).toEqual(before)
})

test('the end of a group is taken back', async () => {
  const { all } = await openGroups()
  const before = await all()
  await choose('자문사', '그룹 접근 종료')
  await answer('그룹 접근 종료')
  await expect.element(toast("'자문사' 그룹의 접근을 종료했습니다.")).toBeVisible()
  await undo("'자문사' 그룹의 접근을 종료했습니다.")
  await expect.poll(all).toEqual(before)
})

test('a new group is taken back', async () => {
  const { all } = await openGroups()
  const before = await all()
  await groups().getByRole('button', { name: '그룹 만들기' }).click()
  const creating = dialog('그룹 만들기')
  await creating.getByRole('textbox', { name: '그룹 이름' }).fill('잘못 만든 그룹')
  await creating.getByRole('button', { name: '그룹 만들기' }).click()
  await expect.poll(async () => (await all()).length).toBe(3)
  await undo("'잘못 만든 그룹' 그룹을 만들었습니다.")
  await expect.poll(all).toEqual(before)
})

test('people are dragged to a group by their names, all selected ones together, keep their periods, and are moved back', async () => {
  const { operator } = await newRoom()
  const { roomId } = operator.me
  const [one, other] = [newEmail(), newEmail()]
  await operator.invite([
    { name: '가하나', email: one },
    { name: '나둘', email: other },
  ])
  const into = await newGroup(operator, '자문사', 'view')
  const memberOf = async (email: string) => (await operator.members()).find((member) => member.email === email)
  const first = (await memberOf(one))?.groupId ?? 0
  const until = '2031-03-31T15:00:00.000Z'
  await operator.call('POST', '/room/api/group/members', {
    body: { id: first, roomId, managementIds: [(await memberOf(other))?.id], until },
  })
  await openApp('/admin/invitation', operator)
  await expect.element(chip('자문사')).toHaveTextContent('0')

  await drag(person(one).getByText('가하나'), chip('자문사'), async () => {
    await expect.element(page.getByText('1명을 이동할 그룹 위에 놓아 주세요.')).toBeVisible()
  })
  await expect.element(toast("1명을 '자문사' 그룹으로 이동했습니다.")).toBeVisible()
  expect(await memberOf(one)).toMatchObject({ groupId: into })
  await undo("1명을 '자문사' 그룹으로 이동했습니다.")
  await expect.poll(() => memberOf(one)).toMatchObject({ groupId: first })

  for (const email of [one, other]) await person(email).getByRole('checkbox').click()
  // The groups reappear as soon as the drag begins.
  const { x, y } = await middleOf(person(one).getByText('가하나'))
  await commands.moveMouse({ x, y })
  await commands.pressMouse()
  await commands.moveMouse({ x: x + 20, y }, 4)
  await commands.moveMouse(await middleOf(chip('자문사')), 4)
  await commands.moveMouse(await middleOf(chip('자문사')))
  await commands.releaseMouse()
  await expect.poll(() => memberOf(one)).toMatchObject({ groupId: into })
  await expect.poll(() => memberOf(other)).toMatchObject({ groupId: into, until })
  expect(await memberOf(one)).not.toHaveProperty('until')
})

test('beside a switch that is on stands what the group leaves of it, and nothing beside others', async () => {
  const { operator } = await newRoom()
  const email = newEmail()
  await operator.invite([{ name: '가하나', email }])
  const member = (await operator.members()).find((each) => each.email === email)
  for (const right of ['print', 'download'] as const) await operator.setRight(member?.id ?? 0, right, true)
  await openApp('/admin/invitation', operator)
  await expect.element(person(email).getByRole('switch').first()).toBeVisible()
  await expect.element(person(email)).not.toHaveTextContent('전체 문서')
  await setGrants(operator, [{ groupId: member?.groupId ?? 0, itemId: 0, level: 'print' }])
  await openApp('/admin/invitation', operator)
  const rights = person(email).getByCss('.member-right')
  await expect.element(rights.nth(1)).toHaveTextContent("전체 문서 '인쇄'")
  await expect.element(rights.nth(0)).not.toHaveTextContent('전체 문서')
  await setGrants(operator, [{ groupId: member?.groupId ?? 0, itemId: 0, level: 'view' }])
  await openApp('/admin/invitation', operator)
  await expect.element(rights.nth(0)).toHaveTextContent("전체 문서 '열람'")
  await operator.setRight(member?.id ?? 0, 'print', false)
  await openApp('/admin/invitation', operator)
  await expect.element(rights.nth(1)).toHaveTextContent("전체 문서 '열람'")
  await expect.element(rights.nth(0)).not.toHaveTextContent('전체 문서')
})
