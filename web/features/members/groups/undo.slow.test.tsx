import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { newEmail } from '../../../test/app.tsx'
import { toast, undo } from '../../../test/filled-room.ts'
import { chooseOfGroup, groups, openGroups } from '../../../test/groups.ts'
import { answer, dialog } from '../../../test/steps.ts'

test('name, colour, level, period and networks of a group are taken back together', async () => {
  const { own, level } = await openGroups()
  const before = await own()
  await chooseOfGroup('자문사', '그룹 수정')
  const editing = dialog('자문사 그룹 수정')
  await editing.getByRole('textbox', { name: '그룹 이름' }).fill('법무 자문사')
  await editing.getByRole('radio', { name: '분홍' }).click()
  await editing.getByRole('radio', { name: '인쇄' }).click()
  await editing.getByLabelText('종료일').fill('')
  await editing.getByRole('textbox', { name: '접속 네트워크' }).fill('203.0.113.0/24')
  await editing.getByRole('button', { name: '저장' }).click()
  await answer('권한 변경')
  await expect.element(toast("'법무 자문사' 그룹을 저장했습니다.")).toBeVisible()
  expect(await own()).toMatchObject({
    name: '법무 자문사',
    color: 'pink',
    networks: ['203.0.113.0/24'],
  })
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
  await chooseOfGroup('자문사', '기본 그룹으로 지정')
  await expect.poll(own).toMatchObject({ isDefault: true })
  await undo("'자문사' 그룹을 기본 그룹으로 지정했습니다.")
  await expect.poll(all).toEqual(before)
})

test('the end of a group is taken back', async () => {
  const { all } = await openGroups()
  const before = await all()
  await chooseOfGroup('자문사', '그룹 접근 종료')
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

test('a group that was changed since is not taken back, nor is a new one that somebody has joined', async () => {
  const { operator, id, all, own } = await openGroups()
  const { roomId } = operator.me
  await chooseOfGroup('자문사', '그룹 수정')
  const editing = dialog('자문사 그룹 수정')
  await editing.getByRole('textbox', { name: '그룹 이름' }).fill('법무 자문사')
  await editing.getByRole('button', { name: '저장' }).click()
  await expect.element(toast("'법무 자문사' 그룹을 저장했습니다.")).toBeVisible()
  await operator.call('POST', '/room/api/group/update', {
    body: { id, roomId, name: '세무 자문사' },
  })
  await undo("'법무 자문사' 그룹을 저장했습니다.")
  await expect
    .element(page.getByText('그사이 그룹이 바뀌어 아무것도 변경하지 않았습니다.', { exact: false }))
    .toBeVisible()
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
  const managementIds = (await operator.members())
    .filter((member) => member.email === email)
    .map((member) => member.id)
  await operator.call('POST', '/room/api/group/members', {
    body: { id: made?.['id'], roomId, managementIds },
  })
  await undo("'인수인 A' 그룹을 만들었습니다.")
  await expect
    .element(page.getByText('그사이 그룹이 바뀌어 아무것도 변경하지 않았습니다.', { exact: false }))
    .toBeVisible()
  expect((await all()).find(({ name }) => name === '인수인 A')).toMatchObject({ members: 1 })
})

test('an end that another operator moved since is not taken back', async () => {
  const { operator, id, own } = await openGroups()
  await chooseOfGroup('자문사', '그룹 접근 종료')
  await answer('그룹 접근 종료')
  await expect.element(toast("'자문사' 그룹의 접근을 종료했습니다.")).toBeVisible()
  const until = '2033-03-31T15:00:00.000Z'
  await operator.call('POST', '/room/api/group/update', {
    body: { id, roomId: operator.me.roomId, until },
  })
  await undo("'자문사' 그룹의 접근을 종료했습니다.")
  await expect
    .element(page.getByText('그사이 그룹이 바뀌어 아무것도 변경하지 않았습니다.', { exact: false }))
    .toBeVisible()
  expect(await own()).toMatchObject({ until })
})
