import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { loadApp, newRoom, openApp } from '../../../test/app.tsx'
import { expectMessage } from '../../../test/invitation.ts'
import { answer, dialog, focused, message } from '../../../test/steps.ts'

test('an operator switches it on in the entry settings after a confirmation with its effects and that mails reach nobody', async () => {
  const { operator } = await newRoom()
  await openApp('/admin/invitation', operator)
  const opener = page.getByRole('button', { name: '입장 설정' })
  await opener.click()
  const settings = dialog('입장 설정')
  const [off, on] = ['꺼짐', '켜짐'].map((state) =>
    settings.getByRole('switch', { name: `2단계 인증 ${state}` }),
  )
  if (!off || !on) throw new Error('there is no such switch')
  await off.click()
  await expectMessage('2단계 인증을 켜시겠습니까?')
  await expectMessage('지금 로그인한 사용자는 그대로 이용하며')
  await expectMessage('메일 서버가 설정되지 않아')
  await answer('취소')
  await expect.element(off).toBeVisible()
  await off.click()
  await answer()
  await expect.element(on).toBeVisible()
  await expect.element(page.getByText('2단계 인증을 켰습니다.')).toBeVisible()
  await settings.getByRole('button', { name: '닫기' }).click()
  await expect.element(opener).toHaveFocus()
  await loadApp('/admin/invitation')
  await opener.click()
  await on.click()
  await expectMessage('2단계 인증을 끄시겠습니까?')
  expect(message()?.textContent).not.toContain('메일 서버가')
  await answer()
  await expect.element(off).toBeVisible()

  await operator.entering(true)
  await expect.element(on).toBeVisible()
  await expect.element(focused() as HTMLElement).toBeVisible()
})
