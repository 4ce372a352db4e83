import { expect, test } from 'vitest'
import { commands, type Locator, page } from 'vitest/browser'
import { ROLE } from '../../../contract/core/limits.ts'
import type { WireClient } from '../../../server/test/harness/wire-client.ts'
import { atEnd, enterByWire, invite, newEmail, newRoom, openApp } from '../../test/app.tsx'
import { expectMessage, people, person } from '../../test/invitation.ts'
import { expectCount, press } from '../../test/locating.ts'
import { answer, focus, focused, message } from '../../test/steps.ts'

async function openPeople(
  ...invited: readonly { readonly name: string; readonly email: string }[]
): Promise<WireClient> {
  const { operator } = await newRoom()
  if (invited.length > 0) await operator.invite(invited)
  await openApp('/admin/invitation', operator)
  return operator
}

test('a PIN is sent again, an operator is made, a person is removed: each after a question [pin-again]', async () => {
  const email = newEmail()
  const operator = await openPeople({ name: '이참여', email })
  const first = await commands.pinFor(email)

  const choose = async (item: string, question: RegExp, confirm: string) => {
    await person(email).getByRole('button', { name: '이참여 작업' }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
    await expectMessage(question)
    await answer(confirm)
  }
  await choose('PIN 다시 보내기', /이참여 님에게 새 PIN을 메일로 보내시겠습니까\?/, '취소')
  await choose('PIN 다시 보내기', /이참여 님에게 새 PIN을 메일로 보내시겠습니까\?/, '확인')
  const second = await commands.pinFor(email)
  expect(second).not.toBe(first)
  const guest = await enterByWire(second)
  expect((await guest.list()).http).toBe(200)

  await choose('운영자로 지정', /이참여 님을 운영자로 지정하시겠습니까\?/, '운영자로 지정')
  await expect.element(person(email)).toHaveTextContent('운영자')
  const code = await commands.codeFor(email)
  expect((await guest.elevate(code)).json.status).toBe('OK')

  await choose('내보내기', /이참여 님을 데이터룸에서 내보내시겠습니까\?/, '내보내기')
  await expect.element(person(email)).not.toBeInTheDocument()
  expect((await guest.list()).http).toBe(401)
  await expect.element(page.getByRole('heading', { name: '사용자 초대' })).toHaveFocus()
  expect((await operator.members()).map((member) => member.email)).toEqual(['op@example.com'])
})

test('a new operator and a removed member are affected at once', async () => {
  const { operator } = await newRoom()
  const guest = await invite(operator)
  const app = await openApp('/', guest.client)
  await expect.element(page.getByText('아직 등록된 문서가 없습니다.')).toBeVisible()
  const way = page.getByRole('link', { name: '운영자 화면', exact: true })
  await expect.element(way).not.toBeInTheDocument()
  await operator.setRole(guest.memberId, ROLE.operator)
  await expect.element(way).toBeVisible()
  await operator.remove(guest.memberId)
  await expect.poll(app.address).toMatch(/^\/login/)
})

test('the list is filtered and sorted, and a whole column is switched after one question', async () => {
  await openPeople(
    { name: '나둘', email: newEmail() },
    { name: '가하나', email: newEmail() },
    { name: '다셋', email: newEmail() },
  )
  await expect.element(people().getByRole('row')).toHaveLength(5)
  const names = () =>
    people()
      .getByCss('th[scope=row] .member-name')
      .elements()
      .map(({ textContent }) => textContent)
      .filter((name) => name !== '김운영')
  const byName: Locator = people().getByRole('button', { name: '이름' })

  await byName.click()
  await expect
    .element(people().getByRole('columnheader', { name: '이름' }))
    .toHaveAttribute('aria-sort', 'ascending')
  expect(names()).toEqual(['가하나', '나둘', '다셋'])
  await press(byName, 'Enter')
  await expect
    .element(people().getByRole('columnheader', { name: '이름' }))
    .toHaveAttribute('aria-sort', 'descending')
  expect(names()).toEqual(['다셋', '나둘', '가하나'])

  await press(page.getByRole('button', { name: /정렬 및 필터/ }), 'Enter')
  await page.getByRole('menuitemradio', { name: '초대됨' }).click()
  await expect.element(people().getByRole('row')).toHaveLength(4)
  await expect.element(person('op@example.com')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: '초대됨, 정렬 및 필터' })).toHaveFocus()

  const column = people().getByRole('checkbox', { name: /^인쇄 / })
  await expect.element(column).toHaveAccessibleName('인쇄 모두 차단')
  await expect.element(column).toHaveAttribute('aria-checked', 'false')
  await column.click()
  await expectMessage('목록에 있는 3명의 인쇄를 허용하시겠습니까?')
  await answer('취소')
  await expect.element(column).not.toBeChecked()
  await press(column, 'Space')
  await answer('인쇄 허용')
  await expect.element(page.getByText('Succeed 3명의 인쇄를 허용했습니다.')).toBeVisible()
  await expect.element(column).toBeChecked()
  await expect.element(column).toHaveAccessibleName('인쇄 모두 허용')
  for (const name of ['가하나', '나둘', '다셋'])
    await expect.element(page.getByRole('switch', { name: `${name} 인쇄 허용` })).toBeChecked()
  await expect.element(page.getByRole('switch', { name: '나둘 다운로드 차단' })).not.toBeChecked()
  await page.getByRole('switch', { name: '나둘 인쇄 허용' }).click()
  await answer('인쇄 차단')
  await expect.element(page.getByText('Succeed 나둘 님의 인쇄를 차단했습니다.')).toBeVisible()
  await expect.element(column).toHaveAccessibleName('인쇄 일부 허용')
  await expect.element(column).toHaveAttribute('aria-checked', 'mixed')
  const thumb = getComputedStyle(column.getByCss('.switch-track').element(), '::after').transform
  expect(thumb).toBe('matrix(1, 0, 0, 1, 7, 0)')

  await page.getByRole('button', { name: /정렬 및 필터/ }).click()
  await page.getByRole('menuitemradio', { name: '접근 차단' }).click()
  await expect.element(page.getByText('조건에 맞는 사용자가 없습니다.')).toBeVisible()
  await page.getByRole('button', { name: '전체 보기' }).click()
  await people()
    .getByRole('checkbox', { name: /^접근 모두 허용/ })
    .click()
  await expectMessage('목록에 있는 3명의 접근을 일시 차단하시겠습니까?')
  await expectMessage('운영자의 접근은 바뀌지 않습니다.')
  await answer('일시 차단')
  await expect.element(page.getByRole('switch', { name: '다셋 접근 일시 차단' })).not.toBeChecked()
  await expect
    .element(person('op@example.com').getByRole('switch', { name: /접근 허용/ }))
    .toBeChecked()
  await expect
    .element(people().getByRole('checkbox', { name: '접근 일부 허용' }))
    .toHaveAttribute('aria-checked', 'mixed')
})

test('the rights of all people are one stop of the Tab key, and arrows lead from person to person and from right to right', async () => {
  await openPeople(
    { name: '가하나', email: newEmail() },
    { name: '나둘', email: newEmail() },
    { name: '다셋', email: newEmail() },
  )
  const byName = people().getByRole('button', { name: '이름' })
  await byName.click()
  const reached = () => people().getByCss('tbody [tabindex="0"]')
  await expectCount(reached(), 1)
  await focus(reached().first())
  const at = (name: string) => expect.poll(() => focused()?.getAttribute('aria-label')).toBe(name)
  await at('가하나 인쇄 차단')
  for (const [key, name] of [
    ['ArrowDown', '김운영 인쇄 허용'],
    ['ArrowDown', '나둘 인쇄 차단'],
    ['ArrowDown', '다셋 인쇄 차단'],
    ['ArrowDown', '다셋 인쇄 차단'],
    ['ArrowRight', '다셋 다운로드 차단'],
    ['ArrowUp', '나둘 다운로드 차단'],
    ['End', '나둘 작업'],
    ['ArrowRight', '나둘 작업'],
    ['Home', '나둘 인쇄 차단'],
    ['Control+Home', '가하나 인쇄 차단'],
    ['Control+End', '다셋 인쇄 차단'],
    ['PageUp', '가하나 인쇄 차단'],
  ] as const) {
    await commands.press(key)
    await at(name)
    await expectCount(reached(), 1)
  }
  await commands.press('ArrowRight')
  await commands.press('Space')
  await expectMessage('가하나 님의 다운로드를 허용하시겠습니까?')
  await answer('다운로드 허용')
  await at('가하나 다운로드 허용')
  await expect.element(page.getByRole('switch', { name: '나둘 다운로드 차단' })).not.toBeChecked()
  await commands.press('Tab')
  expect(focused()?.closest('tbody')).toBeNull()
  await commands.press('Shift+Tab')
  await at('가하나 다운로드 허용')
})

test('over operators alone the head of a column says what their rows say', async () => {
  await openPeople()
  await expect
    .element(person('op@example.com').getByRole('switch', { name: /접근 허용/ }))
    .toBeChecked()
  const head = people().getByRole('checkbox', { name: /^접근 / })
  await expect.element(head).toHaveAccessibleName('접근 모두 허용')
  await expect.element(head).toBeChecked()
  await expect.element(head).toHaveAttribute('aria-disabled', 'true')
  await expect.element(page.getByText('모두 일시 차단')).not.toBeInTheDocument()
})

test.each([320, 390])(
  'in English at %d px the heads stand over their columns and end in sight',
  async (width) => {
    await page.viewport(width, 844)
    const layers = document.createElement('style')
    layers.textContent = '@layer base, ui, feature;'
    document.head.prepend(layers)
    atEnd(() => layers.remove())
    const { operator } = await newRoom()
    await operator.invite(['Reader', 'Writer'].map((name) => ({ name, email: newEmail() })))
    const { app: context } = await openApp('/admin/invitation', operator)
    await context.i18n.change('en')
    const switches = page.getByRole('group', { name: 'All' }).getByRole('checkbox')
    await page.getByRole('switch', { name: /^Reader Print/ }).click()
    await answer('Allow printing')
    await expect.element(switches.first()).toHaveAccessibleName('Print Some allowed')
    await expect.element(switches).toHaveLength(3)
    const below = ['Print', 'Download', 'Access'].map((right) =>
      page.getByRole('switch', { name: new RegExp(`^Reader ${right}`) }).element(),
    )
    for (const [index, head] of switches.elements().entries()) {
      const { left, right } = head.getBoundingClientRect()
      expect(right).toBeLessThanOrEqual(width)
      expect(right).toBeLessThanOrEqual(
        switches.elements()[index + 1]?.getBoundingClientRect().left ?? width,
      )
      expect(head.scrollWidth).toBeLessThanOrEqual(head.clientWidth)
      expect(
        Math.abs(left - (below[index]?.getBoundingClientRect().left ?? 0)),
      ).toBeLessThanOrEqual(1)
    }
  },
)

test('a person’s menu answers the other button, the menu key, a long press and ⋯', async () => {
  const email = newEmail()
  await openPeople({ name: '이참여', email })
  const menu = page.getByRole('menu', { name: '이참여 작업' })
  const button = page.getByRole('button', { name: '이참여 작업' })
  const isOpen = async () => {
    await expect.element(menu.getByRole('menuitem', { name: '이 사용자로 보기' })).toBeVisible()
    await commands.press('Escape')
    await expect.element(menu).not.toBeInTheDocument()
  }
  const name = person(email).getByText('이참여', { exact: true })
  await name.click({ button: 'right', position: { x: 4, y: 4 } })
  await expect.element(menu).toBeVisible()
  const [at, pointed] = [menu, name].map((each) => each.element().getBoundingClientRect())
  expect(Math.abs((at?.x ?? 0) - (pointed?.x ?? 0))).toBeLessThan(40)
  await isOpen()
  await press(person(email).getByRole('switch').first(), 'Shift+F10')
  await isOpen()
  const touch = { pointerType: 'touch', isPrimary: true, clientX: 400, clientY: 200, bubbles: true }
  name.element().dispatchEvent(new PointerEvent('pointerdown', touch))
  await isOpen()
  await button.click()
  await isOpen()
  await expect.element(button).toHaveFocus()
  expect(message()).toBeNull()
})

test('a PIN is shown once, after the operator code, and refusals say why', async () => {
  const email = newEmail()
  const { operator, roomId, code } = await newRoom()
  const { json } = await operator.invite([{ name: '이참여', email }])
  const memberId = (json.payload as readonly { id: number }[])[0]?.id ?? 0
  await openApp('/admin/invitation', operator)
  const open = async () => {
    await person(email).getByRole('button', { name: '이참여 작업' }).click()
    await page.getByRole('menuitem', { name: 'PIN 한 번 보기' }).click()
  }
  await open()
  const asking = page.getByRole('dialog', { name: '이참여 님의 PIN 보기' })
  await expect.element(asking).toHaveTextContent('메일로 보낸 이전 PIN은 사용할 수 없게 됩니다.')
  const field = asking.getByRole('textbox', { name: '운영자 코드' })
  await expect.element(field).toHaveFocus()
  await commands.press('Enter')
  await expect.element(asking.getByRole('alert')).toHaveTextContent('운영자 코드를 입력해 주세요.')
  await commands.typeText('000000000')
  await commands.press('Enter')
  await expect
    .element(asking.getByRole('alert'))
    .toHaveTextContent('운영자 코드가 올바르지 않습니다.')
  expect(await commands.rooms('logged', roomId, 'member.pin-shown')).toEqual([])

  await commands.typeText(code.replaceAll('-', ''))
  await commands.press('Enter')
  const shown = page.getByRole('dialog', { name: '이참여 님의 PIN' })
  await expect.element(shown.getByRole('status')).toHaveTextContent(/^\d{3}-\d{2}-\d{11}$/)
  const pin = shown.getByRole('status').element().textContent ?? ''
  await commands.grant(['clipboard-read', 'clipboard-write'])
  await shown.getByRole('button', { name: '복사' }).click()
  await expect.poll(() => navigator.clipboard.readText()).toBe(pin)
  await shown.getByRole('button', { name: '닫기' }).click()
  await expect.element(shown).not.toBeInTheDocument()
  expect(document.body.textContent).not.toContain(pin)
  expect(await commands.rooms('logged', roomId, 'member.pin-shown')).toEqual([
    { memberId, name: '이참여' },
  ])

  const guest = await enterByWire(pin)
  expect((await guest.list()).http).toBe(200)
  await openApp('/admin/invitation', operator)
  await open()
  await expect.element(asking).toHaveTextContent('이미 입장한 사용자입니다.')
  await expect.element(field).not.toBeInTheDocument()
})
