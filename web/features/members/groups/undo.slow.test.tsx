import { expect, test } from 'vitest'
import { commands, type Locator, page } from 'vitest/browser'
import { newEmail, newRoom, openApp } from '../../../test/app.tsx'
import { toast, undo } from '../../../test/filled-room.ts'
import { person } from '../../../test/invitation.ts'
import '../../../test/locating.ts'
import { newGroup, setGrants } from '../../../test/rights.ts'
import { answer, dialog, drag, message, middleOf } from '../../../test/steps.ts'

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
    await expect.element(page.getByText('그룹 위에 놓으면 1명이 그 그룹으로 이동합니다.')).toBeVisible()
  })
  await expect.element(toast("1명을 '자문사' 그룹으로 이동했습니다.")).toBeVisible()
  expect(await memberOf(one)).toMatchObject({ groupId: into })
  await undo("1명을 '자문사' 그룹으로 이동했습니다.")
  await expect.poll(() => memberOf(one)).toMatchObject({ groupId: first })

  for (const email of [one, other]) await person(email).getByRole('checkbox').click()
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
  const expectDescribed = () => {
    const ids = page
      .getByCss('.member [aria-describedby]')
      .elements()
      .map((each) => each.getAttribute('aria-describedby') ?? '')
    expect(ids.length).toBeGreaterThan(0)
    for (const id of ids) expect(document.getElementById(id), id).not.toBeNull()
  }
  expectDescribed()
  const over = { groupId: member?.groupId ?? 0, itemId: 0, level: 'download', until: '2026-03-31T15:00:00.000Z' }
  await setGrants(operator, [over])
  await openApp('/admin/invitation', operator)
  await expect.element(rights.nth(1)).toHaveTextContent("지금은 '참여자' 그룹의 전체 문서 권한 기간이 아닙니다.")
  expectDescribed()
})

test('a group that was changed since is not taken back, nor is a new one that somebody has joined', async () => {
  const { operator, id, all, own } = await openGroups()
  const { roomId } = operator.me
  await choose('자문사', '그룹 수정')
  const editing = dialog('자문사 그룹 수정')
  await editing.getByRole('textbox', { name: '그룹 이름' }).fill('법무 자문사')
  await editing.getByRole('button', { name: '저장' }).click()
  await expect.element(toast("'법무 자문사' 그룹을 저장했습니다.")).toBeVisible()
  await operator.call('POST', '/room/api/group/update', { body: { id, roomId, name: '세무 자문사' } })
  await undo("'법무 자문사' 그룹을 저장했습니다.")
  await expect.element(page.getByText('그사이 그룹이 바뀌어 아무것도 변경하지 않았습니다.', { exact: false })).toBeVisible()
  expect(await own()).toMatchObject({ name: '세무 자문사' })
  await answer()

  await groups().getByRole('button', { name: '그룹 만들기' }).click()
  const creating = dialog('그룹 만들기')
  await creating.getByRole('textbox', { name: '그룹 이름' }).fill('인수인 A')
  await creating.getByRole('button', { name: '그룹 만들기' }).click()
  await expect.element(toast("'인수인 A' 그룹을 만들었습니다.")).toBeVisible()
  const made = (await all()).find(({ name }) => name === '인수인 A')
  const email = newEmail()
  await operator.invite([{ name: '이참여', email }])
  const managementIds = (await operator.members()).filter((member) => member.email === email).map((member) => member.id)
  await operator.call('POST', '/room/api/group/members', { body: { id: made?.['id'], roomId, managementIds } })
  await undo("'인수인 A' 그룹을 만들었습니다.")
  await expect.element(page.getByText('그사이 그룹이 바뀌어 아무것도 변경하지 않았습니다.', { exact: false })).toBeVisible()
  expect((await all()).find(({ name }) => name === '인수인 A')).toMatchObject({ members: 1 })
})

test('an end that another operator moved since is not taken back', async () => {
  const { operator, id, own } = await openGroups()
  await choose('자문사', '그룹 접근 종료')
  await answer('그룹 접근 종료')
  await expect.element(toast("'자문사' 그룹의 접근을 종료했습니다.")).toBeVisible()
  const until = '2033-03-31T15:00:00.000Z'
  await operator.call('POST', '/room/api/group/update', { body: { id, roomId: operator.me.roomId, until } })
  await undo("'자문사' 그룹의 접근을 종료했습니다.")
  await expect.element(page.getByText('그사이 그룹이 바뀌어 아무것도 변경하지 않았습니다.', { exact: false })).toBeVisible()
  expect(await own()).toMatchObject({ until })
})

test('a refused level leaves the other fields of the group as they were, and fields are described only by what is there', async () => {
  const { operator, id, own, level } = await openGroups()
  const before = await own()
  await choose('자문사', '그룹 수정')
  const editing = dialog('자문사 그룹 수정')
  await editing.getByRole('textbox', { name: '그룹 이름' }).fill(' ')
  await editing.getByRole('button', { name: '저장' }).click()
  await expect.element(editing.getByRole('textbox', { name: '그룹 이름' })).toHaveAccessibleDescription('그룹 이름을 입력해 주세요.')
  await editing.getByRole('textbox', { name: '그룹 이름' }).fill('법무 자문사')
  const described = [...editing.element().querySelectorAll('[aria-describedby]')]
  const ids = described.flatMap((each) => each.getAttribute('aria-describedby')?.split(' ') ?? [])
  expect(ids.length).toBeGreaterThan(0)
  for (const each of ids) expect(document.getElementById(each), each).not.toBeNull()
  await editing.getByRole('radio', { name: '인쇄' }).click()
  await editing.getByRole('button', { name: '저장' }).click()
  await expect.poll(message).not.toBeNull()
  await page.viewport(900, 480)
  await setGrants(operator, [{ groupId: id, itemId: 0, level: 'none' }])
  await answer('권한 변경')
  await expect.element(page.getByText('그사이 그룹이 바뀌어 아무것도 변경하지 않았습니다.', { exact: false })).toBeVisible()
  const [refusal, buttons] = ['.group-form > .problem', '.group-form > .modal-buttons'].map((part) =>
    editing.getByCss(part).element().getBoundingClientRect(),
  )
  expect(refusal?.bottom).toBeLessThanOrEqual((buttons?.top ?? 0) + 1)
  expect(refusal?.top).toBeGreaterThan(0)
  expect(buttons?.bottom).toBeLessThanOrEqual(480)
  expect(await own()).toEqual(before)
  expect(await level()).toBe('none')
  await editing.getByRole('button', { name: '취소' }).click()
  expect(await own()).toEqual(before)
})

test('a name that another operator gave meanwhile is not overwritten', async () => {
  const { operator, id, own } = await openGroups()
  await choose('자문사', '그룹 수정')
  const editing = dialog('자문사 그룹 수정')
  await editing.getByRole('textbox', { name: '그룹 이름' }).fill('법무 자문사')
  await operator.call('POST', '/room/api/group/update', { body: { id, roomId: operator.me.roomId, name: '세무 자문사' } })
  await editing.getByRole('button', { name: '저장' }).click()
  await expect.element(page.getByText('그사이 그룹이 바뀌어 아무것도 변경하지 않았습니다.', { exact: false })).toBeVisible()
  expect(await own()).toMatchObject({ name: '세무 자문사' })
})

async function openPeople() {
  const { operator } = await newRoom()
  const emails = [newEmail(), newEmail(), newEmail()]
  await operator.invite(emails.map((email, index) => ({ name: ['가하나', '나둘', '다셋'][index], email })))
  const into = await newGroup(operator, '자문사', 'view')
  const third = await newGroup(operator, '인수인 A', 'view')
  const memberOf = async (email: string) => (await operator.members()).find((member) => member.email === email)
  const first = (await memberOf(emails[0] ?? ''))?.groupId
  await openApp('/admin/invitation', operator)
  await expect.element(chip('자문사')).toHaveTextContent('0')
  const [one = '', two = '', three = ''] = emails
  return { operator, into, third, first, memberOf, one, two, three }
}

test('people who were moved on or removed since are left where they are when others are moved back', async () => {
  const { operator, into, third, first, memberOf, one, two, three } = await openPeople()
  const { roomId } = operator.me
  await person(one).getByRole('checkbox').click()
  await page.getByRole('button', { name: '모두 선택' }).click()
  await page.getByRole('button', { name: '그룹 이동' }).click()
  const moving = dialog('3명의 그룹 이동')
  await moving.getByRole('radio', { name: /자문사/ }).click()
  await moving.getByRole('button', { name: '이동', exact: true }).click()
  await expect.element(toast("3명을 '자문사' 그룹으로 이동했습니다.")).toBeVisible()
  expect(await memberOf(two)).toMatchObject({ groupId: into })
  await operator.call('POST', '/room/api/group/members', { body: { id: third, roomId, managementIds: [(await memberOf(two))?.id] } })
  await operator.remove((await memberOf(three))?.id ?? 0)
  await undo("3명을 '자문사' 그룹으로 이동했습니다.")
  await expect.element(toast('1명을 이전 그룹으로 되돌렸습니다. 그사이')).toHaveTextContent('2명은 그대로 두었습니다.')
  expect(await memberOf(one)).toMatchObject({ groupId: first })
  expect(await memberOf(two)).toMatchObject({ groupId: third })
})

test('people of a group that was removed since are left where they are, and all others are moved back', async () => {
  const { operator, into, third, first, memberOf, one, two, three } = await openPeople()
  const { roomId } = operator.me
  await operator.call('POST', '/room/api/group/members', { body: { id: third, roomId, managementIds: [(await memberOf(one))?.id] } })
  await openApp('/admin/invitation', operator)
  await expect.element(chip('인수인 A')).toHaveTextContent('1')
  await person(one).getByRole('checkbox').click()
  await page.getByRole('button', { name: '모두 선택' }).click()
  await page.getByRole('button', { name: '그룹 이동' }).click()
  const moving = dialog('3명의 그룹 이동')
  await moving.getByRole('radio', { name: /자문사/ }).click()
  await moving.getByRole('button', { name: '이동', exact: true }).click()
  await expect.element(toast("3명을 '자문사' 그룹으로 이동했습니다.")).toBeVisible()
  await operator.call('POST', '/room/api/group/remove', { body: { id: third, roomId, into } })
  await undo("3명을 '자문사' 그룹으로 이동했습니다.")
  await expect.element(toast('2명을 이전 그룹으로 되돌렸습니다. 그사이')).toHaveTextContent('1명은 그대로 두었습니다.')
  expect(await memberOf(one)).toMatchObject({ groupId: into })
  for (const email of [two, three]) expect(await memberOf(email)).toMatchObject({ groupId: first })
})

test('a switch of a column is taken back for all but those who were removed since', async () => {
  const { operator, memberOf, one, two, three } = await openPeople()
  const gone = (await memberOf(three))?.id ?? 0
  await page.getByRole('checkbox', { name: '인쇄 일부 허용' }).click()
  await answer('인쇄 허용')
  await expect.element(toast('인쇄를 허용했습니다.')).toBeVisible()
  await operator.remove(gone)
  await undo('인쇄를 허용했습니다.')
  await expect.element(toast('변경을 되돌렸습니다. 그사이 데이터룸에서 내보낸 1명은 제외했습니다.')).toBeVisible()
  for (const email of [one, two]) expect((await memberOf(email))?.print).toBe(false)

  await page.getByRole('checkbox', { name: '인쇄 일부 허용' }).click()
  await answer('인쇄 허용')
  await expect.element(toast('3명의 인쇄를 허용했습니다.')).toBeVisible()
  for (const email of [one, two]) await operator.remove((await memberOf(email))?.id ?? 0)
  await undo('3명의 인쇄를 허용했습니다.')
  await expect.element(toast('되돌릴 사용자가 없습니다. 모두 데이터룸에서 내보냈습니다.')).toBeVisible()
})

test('while people are dragged the groups lie over the table, which stays in its place, also of a selection, and a drop elsewhere ends it', async () => {
  const { memberOf, first, one, two } = await openPeople()
  const top = () => person(one).element().getBoundingClientRect().top
  const help = page.getByText('그룹 위에 놓으면', { exact: false })
  const expectStill = async () => {
    const before = top()
    await drag(person(one).getByText('가하나'), page.getByRole('heading', { level: 1 }), async () => {
      await expect.element(help).toBeVisible()
      expect(top()).toBe(before)
      await expect.element(chip('자문사')).toBeVisible()
    })
    await expect.element(help).not.toBeInTheDocument()
    expect(top()).toBe(before)
  }
  await expectStill()
  for (const email of [one, two]) await person(email).getByRole('checkbox').click()
  await expectStill()
  await expect.element(page.getByText('2명 선택됨')).toBeVisible()
  await page.viewport(900, 900)
  await expectStill()
  await page.viewport(390, 844)
  await drag(person(one).getByText('가하나'), page.getByRole('heading', { level: 1 }), async () => {
    await expect.element(help).toBeVisible()
    for (const part of [help, chip('자문사')]) expect(part.element().getBoundingClientRect().right).toBeLessThanOrEqual(390)
  })
  const dataTransfer = new DataTransfer()
  const fire = (type: string, target: Locator, clientX: number) =>
    target.element().dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer, clientX, clientY: 300 }))
  fire('dragstart', person(one).getByText('가하나'), 100)
  await expect.element(help).toBeVisible()
  expect(fire('dragover', chip('자문사'), 106), 'a drop is refused').toBe(true)
  expect(fire('dragover', chip('자문사'), 120), 'a drop is refused').toBe(false)
  fire('dragend', person(one).getByText('가하나'), 120)
  for (const email of [one, two]) expect(await memberOf(email)).toMatchObject({ groupId: first })
})
