import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { recordCalls } from '../../../../test/app.tsx'
import { toast } from '../../../../test/filled-room.ts'
import { chooseOfGroup, groups, openGroups } from '../../../../test/groups.ts'
import { boxOf } from '../../../../test/locating.ts'
import { setGrants } from '../../../../test/rights.ts'
import { answer, dialog, message } from '../../../../test/steps.ts'

test('a refused level leaves the other fields of the group as they were, and fields are described only by what is there', async () => {
  const { operator, id, own, level } = await openGroups()
  const before = await own()
  await chooseOfGroup('자문사', '그룹 수정')
  const editing = dialog('자문사 그룹 수정')
  await editing.getByRole('textbox', { name: '그룹 이름' }).fill(' ')
  await editing.getByRole('button', { name: '저장' }).click()
  await expect
    .element(editing.getByRole('textbox', { name: '그룹 이름' }))
    .toHaveAccessibleDescription('그룹 이름을 입력해 주세요.')
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
  await expect
    .element(page.getByText('그사이 그룹이 바뀌어 아무것도 변경하지 않았습니다.', { exact: false }))
    .toBeVisible()
  const [refusal, buttons] = ['.group-form > .problem', '.group-form > .modal-buttons'].map(
    (part) => editing.getByCss(part).element().getBoundingClientRect(),
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
  await chooseOfGroup('자문사', '그룹 수정')
  const editing = dialog('자문사 그룹 수정')
  await editing.getByRole('textbox', { name: '그룹 이름' }).fill('법무 자문사')
  await operator.call('POST', '/room/api/group/update', {
    body: { id, roomId: operator.me.roomId, name: '세무 자문사' },
  })
  await editing.getByRole('button', { name: '저장' }).click()
  await expect
    .element(page.getByText('그사이 그룹이 바뀌어 아무것도 변경하지 않았습니다.', { exact: false }))
    .toBeVisible()
  expect(await own()).toMatchObject({ name: '세무 자문사' })
})

test('a level that is not confirmed is not saved, and nothing is read again', async () => {
  const { own, level } = await openGroups()
  const before = await own()
  await chooseOfGroup('자문사', '그룹 수정')
  const editing = dialog('자문사 그룹 수정')
  await editing.getByRole('radio', { name: '인쇄' }).click()
  const seen = recordCalls()
  await editing.getByRole('button', { name: '저장' }).click()
  await answer('취소')
  await expect.element(editing.getByRole('button', { name: '저장' })).toBeEnabled()
  expect(seen.map(({ call }) => call)).toEqual([expect.stringMatching(/grant\/preview$/)])
  expect(await own()).toEqual(before)
  expect(await level()).toBe('view')
})

test.each([
  [900, 480],
  [390, 700],
])('at %i by %i a message lies below the dialog, never over its buttons', async (width, height) => {
  await page.viewport(width, height)
  await openGroups()
  await groups().getByRole('button', { name: '그룹 만들기' }).click()
  const creating = dialog('그룹 만들기')
  await creating.getByRole('textbox', { name: '그룹 이름' }).fill('인수인 A')
  await creating.getByRole('button', { name: '그룹 만들기' }).click()
  const made = toast("'인수인 A' 그룹을 만들었습니다.")
  await expect.element(made).toBeVisible()
  await chooseOfGroup('인수인 A', '그룹 수정')
  const pane = page.getByCss('.modal-frame').last()
  const save = dialog('인수인 A 그룹 수정').getByRole('button', { name: '저장' })
  await expect.poll(() => boxOf(pane).bottom - boxOf(made).top).toBeLessThanOrEqual(0)
  expect(boxOf(save).bottom).toBeLessThanOrEqual(boxOf(pane).bottom)
  expect(boxOf(pane).top).toBeGreaterThanOrEqual(0)
})
