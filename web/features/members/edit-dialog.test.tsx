import { expect, test } from 'vitest'
import { commands, type Locator, page } from 'vitest/browser'
import { newEmail, newRoom, openApp, recordCalls } from '../../test/app.tsx'
import { answer } from '../../test/steps.ts'
import { expectCount, expectMessage } from '../../test/watching.ts'

const dialog = () => page.getByRole('dialog', { name: '사용자 초대' })
const rows = () => dialog().getByRole('group')
const field = (at: Locator, label: string) =>
  at.getByRole('textbox', { name: new RegExp(`^${label} `) })
const person = (email: string) =>
  page.getByRole('grid', { name: '사용자 초대' }).getByRole('row').filter({ hasText: email })

async function startInviting(): Promise<void> {
  const { operator } = await newRoom()
  await openApp('/admin/invitation', operator)
  await page.getByRole('button', { name: '초대', exact: true }).first().click()
  await expect.element(field(rows().first(), '이름')).toHaveFocus()
}

async function expectRefusal(text: string, place: string, at: Locator): Promise<void> {
  await expectMessage(text)
  await expectMessage(place)
  await answer()
  await expect.element(at).toHaveFocus()
  await expect.element(at).toHaveAttribute('aria-invalid', 'true')
  await expect.element(at).toHaveAccessibleDescription(text)
}

test('a row is changed in the same dialog: where the person works and as what, and nothing that PIN and mails went to [person-edited]', async () => {
  const calls = recordCalls()
  const sent = () => calls.filter(({ call }) => call.endsWith('/room/user/invitedUserUpdate'))
  await startInviting()
  for (const [label, text] of [
    ['이름', '이참여'],
    ['소속', '한빛'],
    ['이메일', 'edited@example.com'],
    ['전화번호', '010-1234-5678'],
  ] as const)
    await field(rows().first(), label).fill(text)
  await dialog().getByRole('button', { name: '완료' }).click()
  await answer()
  await expect.element(dialog()).not.toBeInTheDocument()

  const menu = person('edited@example.com').getByRole('button', { name: '이참여 작업' })
  const edit = async () => {
    await menu.click()
    await page.getByRole('menuitem', { name: '정보 수정' }).click()
    await expect.element(field(rows().first(), '소속')).toHaveFocus()
  }
  await edit()
  await expectCount(rows(), 1)
  for (const [label, text] of [
    ['이름', '이참여'],
    ['이메일', 'edited@example.com'],
    ['전화번호', '010-1234-5678'],
  ] as const) {
    await expect.element(field(rows().first(), label)).toBeDisabled()
    await expect.element(field(rows().first(), label)).toHaveValue(text)
  }
  await expect
    .element(dialog())
    .toHaveAccessibleDescription(
      '이참여 님의 소속과 직책을 고칠 수 있습니다. 이름, 이메일, 전화번호는 바꿀 수 없습니다.',
    )
  for (const name of ['행 추가', '행 삭제', '수정', 'CSV 가져오기'])
    await expect.element(dialog().getByRole('button', { name })).not.toBeInTheDocument()

  await commands.press('Escape')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(menu).toHaveFocus()
  await edit()
  await field(rows().first(), '직책').fill('과장')
  await dialog().getByRole('button', { name: '취소' }).click()
  await expectMessage('등록을 취소하시겠습니까? 입력한 정보가 모두 삭제됩니다.')
  await answer('취소')
  await expect.element(field(rows().first(), '직책')).toHaveValue('과장')
  await dialog().getByRole('button', { name: '닫기' }).click()
  await answer()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(person('edited@example.com')).not.toHaveTextContent('과장')

  await edit()
  await field(rows().first(), '소속').fill('한'.repeat(101))
  await dialog().getByRole('button', { name: '완료' }).click()
  await expectMessage('입력할 수 있는 길이를 넘었습니다.')
  await answer()
  await expect.element(field(rows().first(), '소속')).toHaveFocus()
  await expect.element(field(rows().first(), '소속')).toHaveAttribute('aria-invalid', 'true')
  await field(rows().first(), '소속').fill('  누리파트너스 ')
  await field(rows().first(), '직책').fill('변호사')
  await dialog().getByRole('button', { name: '완료' }).click()
  await expectMessage('이참여 님의 정보를 수정하시겠습니까?')
  await answer('취소')
  expect(sent()).toEqual([])
  await dialog().getByRole('button', { name: '완료' }).click()
  await answer()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(page.getByText('Succeed 이참여 님의 정보를 수정했습니다.')).toBeVisible()
  await expect
    .element(person('edited@example.com'))
    .toHaveTextContent('누리파트너스 · 변호사edited@example.com')
  await expect.element(menu).toHaveFocus()
  expect(sent()).toHaveLength(1)
})

test('modify is refused before anybody is registered, and adds to those there are [modify-refused]', async () => {
  await startInviting()
  await expect
    .element(dialog())
    .toHaveTextContent("'수정'을 누르면 초대할 사람을 추가하거나 정보를 고칠 수 있습니다.")
  const modify = dialog().getByRole('button', { name: '수정' })
  await field(rows().first(), '이름').fill('이참여')
  await modify.click()
  await expect
    .element(page.getByRole('alertdialog').getByRole('heading', { name: 'Check !' }))
    .toBeVisible()
  await expectMessage('사용자 등록을 완료해야 합니다.')
  await answer()
  await expect.element(modify).toHaveFocus()
  await expectCount(rows(), 1)

  await field(rows().first(), '이메일').fill(newEmail())
  await dialog().getByRole('button', { name: '행 추가' }).click()
  await expectCount(rows(), 2)
  await modify.click()
  await expectRefusal('이름을 입력해 주세요.', '2번째 사용자 · 이름', field(rows().nth(1), '이름'))
  await field(rows().nth(1), '이름').fill('박둘째')
  await modify.click()
  await expectRefusal(
    '이메일 주소를 입력해 주세요.',
    '2번째 사용자 · 이메일',
    field(rows().nth(1), '이메일'),
  )
  await field(rows().nth(1), '이메일').fill(newEmail())
  await modify.click()
  await expectCount(rows(), 3)
  await expect.element(field(rows().nth(2), '이름')).toHaveFocus()
})
