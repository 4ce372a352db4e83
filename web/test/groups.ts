import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import type { MemberRecord, WireClient } from '../../server/test/harness/wire-client.ts'
import { newEmail, newRoom, openApp } from './app.tsx'
import './locating.ts'
import { newGroup } from './rights.ts'
import { dialog } from './steps.ts'

export const groups = (): Locator => dialog('그룹 관리')
export const chip = (name: string): Locator =>
  page.getByCss('.group-chip').filter({ hasText: name })

export async function chooseOfGroup(group: string, item: string): Promise<void> {
  await groups()
    .getByRole('button', { name: `${group} 그룹 작업` })
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

export const memberOf = async (
  operator: WireClient,
  email: string,
): Promise<MemberRecord | undefined> =>
  (await operator.members()).find((member) => member.email === email)

/** The dialog of groups lists '자문사', which ends. */
export async function openGroups() {
  const { operator } = await newRoom()
  const { roomId } = operator.me
  const id = await newGroup(operator, '자문사', 'view')
  await operator.call('POST', '/room/api/group/update', {
    body: { id, roomId, until: '2031-03-31T15:00:00.000Z' },
  })
  const all = async () =>
    (await operator.call('GET', `/room/api/group/list/${roomId}`)).json.payload as readonly Record<
      string,
      unknown
    >[]
  const own = async () => (await all()).find((group) => group['id'] === id)
  const level = async () => {
    const { json } = await operator.call('GET', `/room/api/grant/list/${roomId}`, {
      query: { itemId: 0, groupId: id },
    })
    return (json.payload as readonly { level: string }[])[0]?.level
  }
  await openApp('/admin/invitation', operator)
  await page.getByRole('button', { name: '그룹 관리' }).click()
  return { operator, id, all, own, level }
}

/** Three people of the first group, beside the groups '자문사' and '인수인 A'. */
export async function openPeople() {
  const { operator } = await newRoom()
  const emails = [newEmail(), newEmail(), newEmail()]
  await operator.invite(
    emails.map((email, index) => ({ name: ['가하나', '나둘', '다셋'][index], email })),
  )
  const into = await newGroup(operator, '자문사', 'view')
  const third = await newGroup(operator, '인수인 A', 'view')
  const memberNow = (email: string) => memberOf(operator, email)
  const first = (await memberNow(emails[0] ?? ''))?.groupId
  await openApp('/admin/invitation', operator)
  await expect.element(chip('자문사')).toHaveTextContent('0')
  const [one = '', two = '', three = ''] = emails
  return { operator, into, third, first, memberNow, one, two, three }
}
