import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { WireClient } from '../../../../server/test/harness/wire-client.ts'
import { newRoom, openApp } from '../../../test/app.tsx'
import { chooseFiles } from '../../../test/choose-files.ts'
import { expectMessage, field, invitation, rows, startInviting } from '../../../test/invitation.ts'
import { answer, message } from '../../../test/steps.ts'

async function openRoom(...groups: readonly (readonly [name: string, level: string])[]) {
  const { operator } = await newRoom()
  const { roomId } = operator.me
  const ids: Record<string, number> = {}
  for (const [name, level] of groups) {
    const { json } = await operator.call('POST', '/room/api/group', {
      body: { roomId, name, level },
    })
    ids[name] = (json.payload as { readonly id: number }).id
  }
  await openApp('/admin/invitation', operator)
  await startInviting()
  return { operator, ids }
}

const memberOf = async (operator: WireClient, email: string) =>
  (await operator.members()).find((member) => member.email === email)

async function complete(): Promise<void> {
  await invitation().getByRole('button', { name: '완료' }).click()
}

test('group, rights and end are chosen for the whole invitation, and the dialog says what the group leaves of them', async () => {
  const { operator, ids } = await openRoom(['자문사', 'print'])
  await expect
    .element(invitation())
    .toHaveTextContent("'참여자' 그룹의 전체 문서 권한이 '다운로드'입니다.")
  await invitation().getByRole('button', { name: /그룹/ }).click()
  await page.getByRole('option', { name: '자문사' }).click()
  await expect
    .element(invitation())
    .toHaveTextContent("'자문사' 그룹의 전체 문서 권한이 '인쇄'입니다. 다운로드는 허용하더라도")
  await expect.element(invitation().getByRole('switch', { name: '인쇄 허용' })).toBeChecked()
  await invitation().getByRole('switch', { name: '다운로드 허용' }).click()
  await expect
    .element(invitation().getByRole('switch', { name: '다운로드 차단' }))
    .not.toBeChecked()
  await invitation().getByLabelText('이용 종료일').fill('2031-03-31')
  await field(rows().first(), '이름').fill('이참여')
  await field(rows().first(), '이메일').fill('one@example.com')
  await complete()
  await answer()
  await expect.element(invitation()).not.toBeInTheDocument()
  expect(await memberOf(operator, 'one@example.com')).toMatchObject({
    groupId: ids['자문사'],
    print: true,
    download: false,
    until: '2031-03-31T15:00:00.000Z',
  })
})

test('a table names a group, rights and an end for its own row; unknown ones stay out', async () => {
  const { operator, ids } = await openRoom(['자문사', 'print'])
  const lines = [
    '이름,이메일,그룹,인쇄,종료일',
    '하나,own@example.com,자문사,허용,2031. 3. 31.',
    '둘,plain@example.com,,,',
    '셋,three@example.com,없는 그룹,,',
    '넷,four@example.com,,글쎄,',
    '다섯,five@example.com,,,2020-01-01',
  ]
  await chooseFiles(
    invitation().getByCss('input[type=file]'),
    new File([lines.join('\n')], '명단.csv', { type: 'text/csv' }),
  )
  await expectMessage('가져오지 않은 행이 있습니다.')
  const refused = [...(message()?.querySelectorAll('li') ?? [])].map(
    ({ textContent }) => textContent,
  )
  expect(refused).toHaveLength(3)
  expect(refused[0]).toContain('데이터룸에 없는 그룹입니다.')
  expect(refused[1]).toContain("'허용' 또는 '차단'으로")
  expect(refused[2]).toContain('오늘 이후의 날짜')
  await answer()
  await expect.element(rows()).toHaveLength(2)
  await expect
    .element(rows().first())
    .toHaveTextContent('따로 정함: 자문사 · 인쇄 허용 · 2031-03-31까지')
  await expect.element(rows().nth(1)).not.toHaveTextContent('따로 정함')
  await complete()
  await answer()
  await expect.element(invitation()).not.toBeInTheDocument()
  const own = await memberOf(operator, 'own@example.com')
  expect(own).toMatchObject({
    groupId: ids['자문사'],
    print: true,
    download: false,
    until: '2031-03-31T15:00:00.000Z',
  })
  const plain = await memberOf(operator, 'plain@example.com')
  expect(plain).toMatchObject({ print: false, download: false })
  expect(plain?.groupId).not.toBe(ids['자문사'])
})

test('what a table says of a row is cleared, and then the dialog counts', async () => {
  const { operator, ids } = await openRoom(['자문사', 'print'])
  const table = '이름,이메일,그룹\n하나,own@example.com,자문사\n'
  await chooseFiles(
    invitation().getByCss('input[type=file]'),
    new File([table], '명단.csv', { type: 'text/csv' }),
  )
  await expect.element(rows().first()).toHaveTextContent('따로 정함: 자문사')
  await invitation().getByRole('button', { name: '따로 정한 권한 지우기: 1번째 사용자' }).click()
  await expect.element(rows().first()).not.toHaveTextContent('따로 정함')
  await complete()
  await answer()
  await expect.element(invitation()).not.toBeInTheDocument()
  expect((await memberOf(operator, 'own@example.com'))?.groupId).not.toBe(ids['자문사'])
})

test('an operator of content is invited without group, rights or end, and people with their own are refused', async () => {
  const { operator } = await openRoom(['자문사', 'print'])
  await invitation().getByRole('button', { name: /역할/ }).click()
  await page.getByRole('option', { name: '자료 담당 운영자' }).click()
  await expect
    .element(invitation())
    .toHaveTextContent('문서를 업로드하고 정리하는 일만 할 수 있습니다')
  await expect.element(invitation().getByRole('switch', { name: /인쇄/ })).not.toBeInTheDocument()
  await expect.element(invitation().getByLabelText('이용 종료일')).not.toBeInTheDocument()
  const table = new File(['이름,이메일,그룹\n하나,own@example.com,자문사'], '명단.csv', {
    type: 'text/csv',
  })
  await chooseFiles(invitation().getByCss('input[type=file]'), table)
  await expectMessage('가져오지 않은 행이 있습니다.')
  expect(message()?.textContent).toContain('운영자로 초대할 수 없습니다')
  await answer()
  await field(rows().first(), '이름').fill('최자료')
  await field(rows().first(), '이메일').fill('content@example.com')
  await complete()
  await answer()
  await expect.element(invitation()).not.toBeInTheDocument()
  expect(await memberOf(operator, 'content@example.com')).toMatchObject({
    roleId: 4,
    scope: 'content',
  })
})
