import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { newEmail, newRoom, openApp } from '../../../test/app.tsx'
import { toast, undo } from '../../../test/filled-room.ts'
import { openPeople } from '../../../test/groups.ts'
import { person } from '../../../test/invitation.ts'
import { setGrants } from '../../../test/rights.ts'
import { answer } from '../../../test/steps.ts'

test('beside a switch that is on stands what the group leaves of it, and nothing beside others', async () => {
  const { operator } = await newRoom()
  const email = newEmail()
  await operator.invite([{ name: '가하나', email }])
  const member = (await operator.members()).find((each) => each.email === email)
  for (const right of ['print', 'download'] as const)
    await operator.setRight(member?.id ?? 0, right, true)
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
  const over = {
    groupId: member?.groupId ?? 0,
    itemId: 0,
    level: 'download',
    until: '2026-03-31T15:00:00.000Z',
  }
  await setGrants(operator, [over])
  await openApp('/admin/invitation', operator)
  await expect
    .element(rights.nth(1))
    .toHaveTextContent("지금은 '참여자' 그룹의 전체 문서 권한 기간이 아닙니다.")
  expectDescribed()
})

test('a switch of a column is taken back for all but those who were removed since', async () => {
  const { operator, memberNow, one, two, three } = await openPeople()
  const gone = (await memberNow(three))?.id ?? 0
  await page.getByRole('checkbox', { name: '인쇄 일부 허용' }).click()
  await answer('인쇄 허용')
  await expect.element(toast('인쇄를 허용했습니다.')).toBeVisible()
  await operator.remove(gone)
  await undo('인쇄를 허용했습니다.')
  await expect
    .element(
      toast('변경을 되돌렸습니다. 그사이 내보냈거나 다른 운영자가 다시 바꾼 1명은 제외했습니다.'),
    )
    .toBeVisible()
  for (const email of [one, two]) expect((await memberNow(email))?.print).toBe(false)

  await page.getByRole('checkbox', { name: '인쇄 일부 허용' }).click()
  await answer('인쇄 허용')
  await expect.element(toast('3명의 인쇄를 허용했습니다.')).toBeVisible()
  for (const email of [one, two]) await operator.remove((await memberNow(email))?.id ?? 0)
  await undo('3명의 인쇄를 허용했습니다.')
  await expect
    .element(
      toast(
        '되돌린 것이 없습니다. 그사이 모두 데이터룸에서 내보냈거나 다른 운영자가 다시 바꾸었습니다.',
      ),
    )
    .toBeVisible()
})
