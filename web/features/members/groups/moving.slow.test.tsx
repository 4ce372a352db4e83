import { expect, test } from 'vitest'
import { commands, type Locator, page } from 'vitest/browser'
import { newEmail, newRoom, openApp } from '../../../test/app.tsx'
import { toast, undo } from '../../../test/filled-room.ts'
import { chip, memberOf, openPeople } from '../../../test/groups.ts'
import { person } from '../../../test/invitation.ts'
import { newGroup } from '../../../test/rights.ts'
import { dialog, drag, middleOf } from '../../../test/steps.ts'

test('people are dragged to a group by their names, all selected ones together, keep their periods, and are moved back', async () => {
  const { operator } = await newRoom()
  const { roomId } = operator.me
  const [one, other] = [newEmail(), newEmail()]
  await operator.invite([
    { name: '가하나', email: one },
    { name: '나둘', email: other },
  ])
  const into = await newGroup(operator, '자문사', 'view')
  const memberNow = (email: string) => memberOf(operator, email)
  const first = (await memberNow(one))?.groupId ?? 0
  const until = '2031-03-31T15:00:00.000Z'
  await operator.call('POST', '/room/api/group/members', {
    body: { id: first, roomId, managementIds: [(await memberNow(other))?.id], until },
  })
  await openApp('/admin/invitation', operator)
  await expect.element(chip('자문사')).toHaveTextContent('0')

  await drag(person(one).getByText('가하나'), chip('자문사'), async () => {
    await expect
      .element(page.getByText('그룹 위에 놓으면 1명이 그 그룹으로 이동합니다.'))
      .toBeVisible()
  })
  await expect.element(toast("1명을 '자문사' 그룹으로 이동했습니다.")).toBeVisible()
  expect(await memberNow(one)).toMatchObject({ groupId: into })
  await undo("1명을 '자문사' 그룹으로 이동했습니다.")
  await expect.poll(() => memberNow(one)).toMatchObject({ groupId: first })

  for (const email of [one, other]) await person(email).getByRole('checkbox').click()
  const { x, y } = await middleOf(person(one).getByText('가하나'))
  await commands.moveMouse({ x, y })
  await commands.pressMouse()
  await commands.moveMouse({ x: x + 20, y }, 4)
  await commands.moveMouse(await middleOf(chip('자문사')), 4)
  await commands.moveMouse(await middleOf(chip('자문사')))
  await commands.releaseMouse()
  await expect.poll(() => memberNow(one)).toMatchObject({ groupId: into })
  await expect.poll(() => memberNow(other)).toMatchObject({ groupId: into, until })
  expect(await memberNow(one)).not.toHaveProperty('until')
})

test('people who were moved on or removed since are left where they are when others are moved back', async () => {
  const { operator, into, third, first, memberNow, one, two, three } = await openPeople()
  const { roomId } = operator.me
  await person(one).getByRole('checkbox').click()
  await page.getByRole('button', { name: '모두 선택' }).click()
  await page.getByRole('button', { name: '그룹 이동' }).click()
  const moving = dialog('3명의 그룹 이동')
  await moving.getByRole('radio', { name: /자문사/ }).click()
  await moving.getByRole('button', { name: '이동', exact: true }).click()
  await expect.element(toast("3명을 '자문사' 그룹으로 이동했습니다.")).toBeVisible()
  expect(await memberNow(two)).toMatchObject({ groupId: into })
  await operator.call('POST', '/room/api/group/members', {
    body: { id: third, roomId, managementIds: [(await memberNow(two))?.id] },
  })
  await operator.remove((await memberNow(three))?.id ?? 0)
  await undo("3명을 '자문사' 그룹으로 이동했습니다.")
  await expect
    .element(toast('1명을 이전 그룹으로 되돌렸습니다. 그사이'))
    .toHaveTextContent('2명은 그대로 두었습니다.')
  expect(await memberNow(one)).toMatchObject({ groupId: first })
  expect(await memberNow(two)).toMatchObject({ groupId: third })
})

test('people of a group that was removed since are left where they are, and all others are moved back', async () => {
  const { operator, into, third, first, memberNow, one, two, three } = await openPeople()
  const { roomId } = operator.me
  await operator.call('POST', '/room/api/group/members', {
    body: { id: third, roomId, managementIds: [(await memberNow(one))?.id] },
  })
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
  await expect
    .element(toast('2명을 이전 그룹으로 되돌렸습니다. 그사이'))
    .toHaveTextContent('1명은 그대로 두었습니다.')
  expect(await memberNow(one)).toMatchObject({ groupId: into })
  for (const email of [two, three]) expect(await memberNow(email)).toMatchObject({ groupId: first })
})

test('while people are dragged the groups lie over the table, which stays in its place, also of a selection, and a drop elsewhere ends it', async () => {
  const { memberNow, first, one, two } = await openPeople()
  const top = () => person(one).element().getBoundingClientRect().top
  const help = page.getByText('그룹 위에 놓으면', { exact: false })
  const expectStill = async () => {
    const before = top()
    await drag(
      person(one).getByText('가하나'),
      page.getByRole('heading', { level: 1 }),
      async () => {
        await expect.element(help).toBeVisible()
        expect(top()).toBe(before)
        await expect.element(chip('자문사')).toBeVisible()
      },
    )
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
    for (const part of [help, chip('자문사')])
      expect(part.element().getBoundingClientRect().right).toBeLessThanOrEqual(390)
  })
  const dataTransfer = new DataTransfer()
  const fire = (type: string, target: Locator, clientX: number) => {
    const at = { clientX, clientY: 300 }
    const event = new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer, ...at })
    return target.element().dispatchEvent(event)
  }
  fire('dragstart', person(one).getByText('가하나'), 100)
  await expect.element(help).toBeVisible()
  expect(fire('dragover', chip('자문사'), 106), 'a drop is refused').toBe(true)
  expect(fire('dragover', chip('자문사'), 120), 'a drop is refused').toBe(false)
  fire('dragend', person(one).getByText('가하나'), 120)
  for (const email of [one, two]) expect(await memberNow(email)).toMatchObject({ groupId: first })
})
