import { story } from './filled-room.ts'
import { expect } from './server-fixture.ts'
import { answer, message } from './steps.ts'

story('an operator decides how documents are read: asked first, told after, kept', async ({ operator: { page, client } }) => {
  await page.getByRole('button', { name: '열람 설정' }).click()
  const settings = page.getByRole('dialog', { name: '열람 설정' })
  await expect(settings.getByRole('switch')).toHaveCount(3)
  const strict = settings.getByRole('switch', { name: '엄격 모드 꺼짐' })
  await strict.click()
  await expect(message(page)).toContainText('엄격 모드를 켜시겠습니까?')
  await answer(page, '취소')
  await expect(strict).toBeVisible()
  await strict.click()
  await answer(page)
  await expect(settings.getByRole('switch', { name: '엄격 모드 켜짐' })).toBeVisible()
  await expect(page.getByText('정상적으로 처리되었습니다.')).toBeVisible()
  await settings.getByRole('button', { name: '닫기' }).click()
  await page.reload()
  await page.getByRole('button', { name: '열람 설정' }).click()
  await expect(settings.getByRole('switch', { name: '엄격 모드 켜짐' })).toBeVisible()
  await expect(settings.getByRole('switch', { name: '텍스트 선택 허용 꺼짐' })).toBeVisible()

  // What another operator switches is seen here as well.
  await client.viewing({ selection: true })
  await expect(settings.getByRole('switch', { name: '텍스트 선택 허용 켜짐' })).toBeVisible()
})

story('an operator gives one person the text for a screen reader', async ({ operator: { page, client } }) => {
  await client.invite([{ name: '이참여', email: 'text@house.example' }])
  await page.getByRole('link', { name: '사용자 초대' }).click()
  const person = page.getByRole('row').filter({ hasText: '이참여' })
  const choose = async (name: string) => {
    await person.getByRole('button', { name: '이참여 작업' }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
    await answer(page)
  }
  await choose('화면 낭독기용 본문 허용')
  await expect(person.getByText('화면 낭독기용 본문')).toBeVisible()
  await choose('화면 낭독기용 본문 차단')
  await expect(person.getByText('화면 낭독기용 본문')).toHaveCount(0)
})
