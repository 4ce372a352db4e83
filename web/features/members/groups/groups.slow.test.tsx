import { expect, test } from 'vitest'
import { commands, type Locator, page } from 'vitest/browser'
import { ROLE } from '../../../../contract/core/limits.ts'
import type { WireClient } from '../../../../server/test/harness/wire-client.ts'
import { enterByWire, newEmail, newRoom, openApp } from '../../../test/app.tsx'
import { chooseOfGroup, groups, memberOf } from '../../../test/groups.ts'
import { expectMessage, person } from '../../../test/invitation.ts'
import '../../../test/locating.ts'
import { answer, dialog, focused } from '../../../test/steps.ts'

interface GroupRecord {
  readonly id: number
  readonly name: string
  readonly members: number
  readonly isDefault: boolean
  readonly until?: string
  readonly networks: readonly string[]
}

const groupsOf = async (operator: WireClient): Promise<readonly GroupRecord[]> =>
  (await operator.call('GET', `/room/api/group/list/${operator.me.roomId}`)).json
    .payload as readonly GroupRecord[]

const groupOf = async (operator: WireClient, name: string): Promise<GroupRecord | undefined> =>
  (await groupsOf(operator)).find((group) => group.name === name)

const makeGroup = (operator: WireClient, name: string, level = 'view') =>
  operator.call('POST', '/room/api/group', { body: { roomId: operator.me.roomId, name, level } })

const chip = (name: string): Locator =>
  page
    .getByRole('group', { name: '그룹', exact: true })
    .getByRole('radio', { name: new RegExp(`^${name}`) })
const groupRow = (name: string): Locator => groups().getByRole('listitem').filter({ hasText: name })

test('a group is made from a preset, changed, ended, and removed into another', async () => {
  const { operator } = await newRoom()
  await operator.invite([{ name: '이참여', email: newEmail() }])
  await openApp('/admin/invitation', operator)
  await page.getByRole('button', { name: '그룹 관리' }).click()
  await expect.element(groupRow('참여자')).toHaveTextContent('기본 그룹')
  await expect.element(groupRow('참여자')).toHaveTextContent('1명 · 다운로드')

  await groups().getByRole('button', { name: '그룹 만들기' }).click()
  const creating = dialog('그룹 만들기')
  await creating.getByRole('textbox', { name: '그룹 이름' }).fill('')
  await creating.getByRole('button', { name: '그룹 만들기' }).click()
  await expect.element(creating.getByRole('alert')).toHaveTextContent('그룹 이름을 입력해 주세요.')
  await creating.getByRole('radio', { name: '클린팀' }).click()
  await expect.element(creating.getByRole('textbox', { name: '그룹 이름' })).toHaveValue('클린팀')
  await expect.element(creating.getByRole('radio', { name: '보이지 않음' })).toBeChecked()
  await creating.getByRole('textbox', { name: '그룹 이름' }).fill('참여자')
  await creating.getByRole('button', { name: '그룹 만들기' }).click()
  await expect.element(creating.getByRole('alert')).toHaveTextContent('이름')
  await creating.getByRole('textbox', { name: '그룹 이름' }).fill('인수인 A')
  await creating.getByRole('button', { name: '그룹 만들기' }).click()
  await expect.element(creating).not.toBeInTheDocument()
  await expect.element(groupRow('인수인 A')).toHaveTextContent('0명 · 보이지 않음')

  await chooseOfGroup('인수인 A', '그룹 수정')
  const editing = dialog('인수인 A 그룹 수정')
  await editing.getByRole('textbox', { name: '접속 네트워크' }).fill('203.0.113.0/24\n300.1.1.1')
  await editing.getByRole('button', { name: '저장' }).click()
  const networks = editing.getByRole('textbox', { name: '접속 네트워크' })
  await expect
    .element(editing.getByRole('alert').first())
    .toHaveTextContent('네트워크 형식이 올바르지 않습니다: 300.1.1.1.')
  await expect.element(networks).toHaveFocus()
  await networks.fill('203.0.113.0/24')
  await editing.getByLabelText('종료일').fill('2031-03-31')
  await editing.getByRole('radio', { name: '열람' }).click()
  await editing.getByRole('button', { name: '저장' }).click()
  await expectMessage("'인수인 A' 그룹의 전체 문서 권한을 바꾸시겠습니까? ('보이지 않음' → '열람')")
  await answer('권한 변경')
  await expect
    .element(groupRow('인수인 A'))
    .toHaveTextContent('0명 · 열람 · 네트워크 1개 · 2031-03-31까지')
  expect(await groupOf(operator, '인수인 A')).toMatchObject({
    until: '2031-03-31T15:00:00.000Z',
    networks: ['203.0.113.0/24'],
  })

  await chooseOfGroup('인수인 A', '그룹 접근 종료')
  await expectMessage("'인수인 A' 그룹의 접근을 지금 종료하시겠습니까?")
  await answer('그룹 접근 종료')
  await expect.element(groupRow('인수인 A')).toHaveTextContent('이용 종료')
  await chooseOfGroup('인수인 A', '그룹 접근 재개')
  await answer('그룹 접근 재개')
  await expect.element(groupRow('인수인 A')).not.toHaveTextContent('이용 종료')

  await chooseOfGroup('인수인 A', '기본 그룹으로 지정')
  await expect.element(groupRow('인수인 A')).toHaveTextContent('기본 그룹')
  await chooseOfGroup('참여자', '그룹 삭제')
  const removing = dialog('참여자 그룹 삭제')
  await expect.element(removing).toHaveTextContent('1명이 아래에서 고른 그룹으로 이동합니다.')
  await removing.getByRole('button', { name: '그룹 삭제' }).click()
  await expect.element(groupRow('인수인 A')).toHaveTextContent('1명')
  expect((await groupsOf(operator)).map(({ name }) => name)).toEqual(['인수인 A'])
})

test('the level of a group changes without its period, and not where another operator changed the period meanwhile', async () => {
  const { operator } = await newRoom()
  const { roomId } = operator.me
  await makeGroup(operator, '자문사')
  const id = (await groupOf(operator, '자문사'))?.id ?? 0
  const own = async () =>
    (
      await operator.call('GET', `/room/api/grant/list/${roomId}`, {
        query: { itemId: 0, groupId: id },
      })
    ).json.payload
  const set = (level: string, until: string) =>
    operator.call('POST', '/room/api/grant', {
      body: { roomId, changes: [{ groupId: id, itemId: 0, level, until }] },
    })
  await set('view', '2031-03-31T15:00:00.000Z')
  await openApp('/admin/invitation', operator)
  await page.getByRole('button', { name: '그룹 관리' }).click()
  await chooseOfGroup('자문사', '그룹 수정')
  const editing = dialog('자문사 그룹 수정')
  await editing.getByRole('radio', { name: '인쇄' }).click()
  await editing.getByRole('button', { name: '저장' }).click()
  await expect
    .element(page.getByRole('alertdialog'))
    .toHaveTextContent('권한 기간 2031-03-31까지 기간은 그대로 둡니다.')
  await answer('권한 변경')
  await expect
    .element(groupRow('자문사'))
    .toHaveTextContent('0명 · 인쇄 · 권한 기간 2031-03-31까지')
  expect(await own()).toEqual([
    { groupId: id, itemId: 0, level: 'print', until: '2031-03-31T15:00:00.000Z' },
  ])

  await chooseOfGroup('자문사', '그룹 수정')
  await editing.getByRole('radio', { name: '다운로드' }).click()
  await set('print', '2032-03-31T15:00:00.000Z')
  await editing.getByRole('button', { name: '저장' }).click()
  await expect.element(page.getByText('다른 운영자가', { exact: false })).toBeVisible()
  expect(await own()).toEqual([
    { groupId: id, itemId: 0, level: 'print', until: '2032-03-31T15:00:00.000Z' },
  ])
})

test('a level that another operator changed meanwhile is saved at the second try, with the period that is shown by then', async () => {
  const { operator } = await newRoom()
  const { roomId } = operator.me
  await makeGroup(operator, '자문사')
  const id = (await groupOf(operator, '자문사'))?.id ?? 0
  const own = async () =>
    (
      await operator.call('GET', `/room/api/grant/list/${roomId}`, {
        query: { itemId: 0, groupId: id },
      })
    ).json.payload
  const until = '2026-03-31T15:00:00.000Z'
  await openApp('/admin/invitation', operator)
  await page.getByRole('button', { name: '그룹 관리' }).click()
  await chooseOfGroup('자문사', '그룹 수정')
  const editing = dialog('자문사 그룹 수정')
  const save = () => editing.getByRole('button', { name: '저장' }).click()
  await editing.getByRole('radio', { name: '다운로드' }).click()
  await operator.call('POST', '/room/api/grant', {
    body: { roomId, changes: [{ groupId: id, itemId: 0, level: 'print', until }] },
  })
  await save()
  await expect.element(page.getByText('다른 운영자가', { exact: false })).toBeVisible()
  expect(await own()).toEqual([{ groupId: id, itemId: 0, level: 'print', until }])
  await save()
  await expectMessage("'자문사' 그룹의 전체 문서 권한을 바꾸시겠습니까? ('인쇄' → '다운로드')")
  await expect
    .element(page.getByRole('alertdialog'))
    .toHaveTextContent('권한을 바꾸어도 문서가 보이지 않습니다.')
  await answer('권한 변경')
  await expect.element(editing).not.toBeInTheDocument()
  await expect
    .element(groupRow('자문사'))
    .toHaveTextContent('0명 · 다운로드 · 권한 기간 2026-03-31까지 (종료됨)')
  expect(await own()).toEqual([{ groupId: id, itemId: 0, level: 'download', until }])

  await chooseOfGroup('자문사', '전체 문서 권한…')
  const rights = dialog("'전체 문서' 권한")
  const row = rights.getByRole('listitem', { name: '자문사', exact: true })
  await row.getByRole('button', { name: '기간' }).click()
  await row.getByLabelText('종료일').fill('2031-03-31')
  await rights.getByRole('button', { name: '저장', exact: true }).click()
  await expect.element(rights).not.toBeInTheDocument()
  await expect
    .element(groupRow('자문사'))
    .toHaveTextContent('0명 · 다운로드 · 권한 기간 2031-03-31까지')
})

test('people are listed by group, moved by their menu or together, and moved back', async () => {
  const { operator } = await newRoom()
  const [one, other] = [newEmail(), newEmail()]
  await operator.invite([
    { name: '가하나', email: one },
    { name: '나둘', email: other },
  ])
  await makeGroup(operator, '자문사')
  await openApp('/admin/invitation', operator)
  await expect.element(chip('참여자 2')).toBeVisible()
  await expect.element(person(one)).toHaveTextContent('참여자')
  await expect.element(person('op@example.com').getByRole('checkbox')).not.toBeInTheDocument()

  await person(one).getByRole('checkbox', { name: '가하나 선택' }).click()
  await expect.element(page.getByText('1명 선택됨')).toBeVisible()
  await page.getByRole('button', { name: '모두 선택' }).click()
  await expect.element(page.getByText('2명 선택됨')).toBeVisible()
  await page.getByRole('button', { name: '그룹 이동' }).click()
  const moving = dialog('2명의 그룹 이동')
  await moving.getByRole('button', { name: '이동', exact: true }).click()
  await expect.element(moving.getByRole('alert')).toHaveTextContent('이동할 그룹을 선택해 주세요.')
  await moving.getByRole('radio', { name: /자문사/ }).click()
  await moving.getByLabelText(/이용 종료일/).fill('2031-03-31')
  await moving.getByRole('button', { name: '이동', exact: true }).click()
  await expect.element(person(one)).toHaveTextContent('자문사2031-03-31까지')
  await expect.element(chip('자문사 2')).toBeVisible()
  expect(await memberOf(operator, other)).toMatchObject({ until: '2031-03-31T15:00:00.000Z' })

  await page.getByRole('button', { name: '실행 취소' }).click()
  await expect.element(chip('참여자 2')).toBeVisible()
  expect(await memberOf(operator, other)).not.toHaveProperty('until')

  await person(other).getByRole('button', { name: '나둘 작업' }).click()
  await page.getByRole('menuitem', { name: '그룹 이동' }).click()
  await dialog('나둘 님의 그룹 이동')
    .getByRole('radio', { name: /자문사/ })
    .click()
  await dialog('나둘 님의 그룹 이동').getByRole('button', { name: '이동', exact: true }).click()
  await expect.element(person(other)).toHaveTextContent('자문사')

  await chip('자문사').click()
  await expect.element(person(one)).not.toBeInTheDocument()
  await expect.element(person(other)).toBeVisible()
  await commands.press('ArrowLeft')
  await expect.element(person(one)).toBeVisible()
  await expect.element(person(other)).not.toBeInTheDocument()
  expect(focused()?.getAttribute('type')).toBe('radio')
})

test('an operator who never was in a group is asked for one when the role ends', async () => {
  const { operator } = await newRoom()
  await makeGroup(operator, '인수인 A')
  const email = newEmail()
  const invited = await operator.invite([{ name: '박운영', email }])
  const [second] = invited.json.payload as readonly { id: number }[]
  await operator.setRole(second?.id ?? 0, ROLE.operator)
  const other = await enterByWire(await commands.pinFor(email))
  await other.elevate(await commands.codeFor(email))
  const first = (await other.members()).find(
    ({ id, roleId }) => roleId === ROLE.operator && id !== second?.id,
  )
  const memberNow = async () => (await other.members()).find(({ id }) => id === first?.id)

  await openApp('/admin/invitation', other)
  const menu = page.getByRole('button', { name: `${first?.userName} 작업` })
  await menu.click()
  await page.getByRole('menuitem', { name: '운영자 해제' }).click()
  const asking = dialog(new RegExp(`^${first?.userName} 님을 운영자에서 해제하시겠습니까`))
  await asking.getByRole('button', { name: '운영자 해제' }).click()
  await expect.element(asking.getByRole('alert')).toBeVisible()
  expect((await memberNow())?.roleId).toBe(ROLE.operator)
  await asking.getByRole('radio', { name: '인수인 A' }).click()
  await asking.getByRole('button', { name: '운영자 해제' }).click()
  await expect.element(asking).not.toBeInTheDocument()
  await expect.element(menu).toHaveFocus()
  await expect
    .poll(memberNow)
    .toMatchObject({ roleId: ROLE.participant, groupId: (await groupOf(other, '인수인 A'))?.id })
})

test('on phones the menu of a group opens over the dialog, and the networks of a group are marked on its chip', async () => {
  await page.viewport(390, 844)
  const { operator } = await newRoom()
  await makeGroup(operator, '클린팀', 'none')
  await openApp('/admin/invitation', operator)
  await page.getByRole('button', { name: '그룹 관리' }).click()
  await chooseOfGroup('클린팀', '그룹 수정')
  const editing = dialog('클린팀 그룹 수정')
  await editing.getByRole('textbox', { name: '접속 네트워크' }).fill('2001:db8::/32')
  const pane = page.getByCss('.modal-frame').last().element()
  for (const part of editing.getByCss('input, textarea, button').elements())
    expect(part.getBoundingClientRect().right).toBeLessThanOrEqual(
      pane.getBoundingClientRect().right,
    )
  await editing.getByLabelText('시작일').fill('2031-04-01')
  await editing.getByLabelText('종료일').fill('2031-03-31')
  await editing.getByRole('button', { name: '저장' }).click()
  await expect
    .element(editing.getByRole('alert').first())
    .toHaveTextContent('종료일은 시작일보다 빠를 수 없습니다.')
  await editing.getByLabelText('시작일').fill('')
  await editing.getByRole('button', { name: '저장' }).click()
  await expect.element(editing).not.toBeInTheDocument()
  await groups().getByRole('button', { name: '닫기' }).click()
  await expect.element(chip('클린팀')).toHaveAccessibleName('클린팀 0 2031-03-31까지 네트워크 1개')
})
