import { dialog, expectRefusal, field, person, rows, startInviting, story } from './invitation.ts'
import { expect } from './server-fixture.ts'
import { answer, message } from './steps.ts'

story(
  'a row is changed in the same dialog: where the person works and as what, and nothing that PIN and mails went to [person-edited]',
  async ({ operator: { page } }) => {
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/room/user/invitedUserUpdate')) sent.push(request.postData() ?? '')
    })
    await startInviting(page)
    for (const [label, text] of [
      ['이름', '이참여'],
      ['소속', '한빛'],
      ['이메일', 'edited@example.com'],
      ['전화번호', '010-1234-5678'],
    ] as const)
      await field(rows(page).first(), label).fill(text)
    await dialog(page).getByRole('button', { name: '완료' }).click()
    await answer(page)
    await expect(dialog(page)).toHaveCount(0)

    const menu = person(page, 'edited@example.com').getByRole('button', { name: '이참여 작업' })
    const edit = async () => {
      await menu.click()
      await page.getByRole('menuitem', { name: '정보 수정' }).click()
      await expect(field(rows(page).first(), '소속')).toBeFocused()
    }
    await edit()
    await expect(rows(page)).toHaveCount(1)
    for (const [label, text] of [
      ['이름', '이참여'],
      ['이메일', 'edited@example.com'],
      ['전화번호', '010-1234-5678'],
    ] as const) {
      await expect(field(rows(page).first(), label)).toBeDisabled()
      await expect(field(rows(page).first(), label)).toHaveValue(text)
    }
    await expect(dialog(page)).toHaveAccessibleDescription(
      '이참여 님의 소속과 직책을 고칠 수 있습니다. 이름, 이메일, 전화번호는 바꿀 수 없습니다.',
    )
    for (const name of ['행 추가', '행 삭제', '수정', 'CSV 가져오기'])
      await expect(dialog(page).getByRole('button', { name })).toHaveCount(0)

    // Unchanged, it closes without a question; changed, only after one.
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(menu).toBeFocused()
    await edit()
    await field(rows(page).first(), '직책').fill('과장')
    await dialog(page).getByRole('button', { name: '취소' }).click()
    await expect(message(page)).toContainText('등록을 취소하시겠습니까? 입력한 정보가 모두 삭제됩니다.')
    await answer(page, '취소')
    await expect(field(rows(page).first(), '직책')).toHaveValue('과장')
    await dialog(page).getByRole('button', { name: '닫기' }).click()
    await answer(page)
    await expect(dialog(page)).toHaveCount(0)
    await expect(person(page, 'edited@example.com')).not.toContainText('과장')

    await edit()
    await field(rows(page).first(), '소속').fill('한'.repeat(101))
    await dialog(page).getByRole('button', { name: '완료' }).click()
    await expect(message(page)).toContainText('입력할 수 있는 길이를 넘었습니다.')
    await answer(page)
    await expect(field(rows(page).first(), '소속')).toBeFocused()
    await expect(field(rows(page).first(), '소속')).toHaveAttribute('aria-invalid', 'true')
    await field(rows(page).first(), '소속').fill('  누리파트너스 ')
    await field(rows(page).first(), '직책').fill('변호사')
    await dialog(page).getByRole('button', { name: '완료' }).click()
    await expect(message(page)).toContainText('이참여 님의 정보를 수정하시겠습니까?')
    await answer(page, '취소')
    expect(sent).toEqual([])
    await dialog(page).getByRole('button', { name: '완료' }).click()
    await answer(page)
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByText('성공적으로 처리되었습니다.')).toBeVisible()
    await expect(person(page, 'edited@example.com')).toContainText('누리파트너스 · 변호사 · edited@example.com')
    await expect(menu).toBeFocused()
    expect(sent).toHaveLength(1)
  },
)

story('modify is refused before anybody is registered, and adds to those there are [modify-refused]', async ({ operator: { page } }) => {
  await startInviting(page)
  await expect(dialog(page)).toContainText("'수정'을 누르면 초대할 사람을 추가하거나 정보를 고칠 수 있습니다.")
  const modify = dialog(page).getByRole('button', { name: '수정' })
  await field(rows(page).first(), '이름').fill('이참여')
  await modify.click()
  await expect(message(page).getByRole('img', { name: 'Check !' })).toBeVisible()
  await expect(message(page)).toContainText('사용자 등록을 완료해야 합니다.')
  await answer(page)
  await expect(modify).toBeFocused()
  await expect(rows(page)).toHaveCount(1)

  await field(rows(page).first(), '이메일').fill('one@example.com')
  await dialog(page).getByRole('button', { name: '행 추가' }).click()
  await expect(rows(page)).toHaveCount(2)
  await modify.click()
  await expectRefusal(page, '이름을 입력해 주세요.', '2번째 사용자 · 이름', field(rows(page).nth(1), '이름'))
  await field(rows(page).nth(1), '이름').fill('박둘째')
  await modify.click()
  await expectRefusal(page, '이메일 주소를 입력해 주세요.', '2번째 사용자 · 이메일', field(rows(page).nth(1), '이메일'))
  await field(rows(page).nth(1), '이메일').fill('two@example.com')
  await modify.click()
  await expect(rows(page)).toHaveCount(3)
  await expect(field(rows(page).nth(2), '이름')).toBeFocused()
})
