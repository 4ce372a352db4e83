import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { invite, loadApp, newRoom, openApp } from '../../../test/app.tsx'
import { answer } from '../../../test/steps.ts'
import { expectCount, expectMessage } from '../../../test/watching.ts'

test('an operator sets how documents are read: confirmed first, reported after, kept', async () => {
  const { operator } = await newRoom()
  await openApp('/admin/upload', operator)
  await page.getByRole('button', { name: '열람 설정' }).click()
  const settings = page.getByRole('dialog', { name: '열람 설정' })
  await expectCount(settings.getByRole('switch'), 3)
  const strict = settings.getByRole('switch', { name: '엄격 모드 꺼짐' })
  await strict.click()
  await expectMessage('엄격 모드를 켜시겠습니까?')
  await answer('취소')
  await expect.element(strict).toBeVisible()
  await strict.click()
  await answer()
  await expect.element(settings.getByRole('switch', { name: '엄격 모드 켜짐' })).toBeVisible()
  await expect.element(page.getByText('엄격 모드를 켰습니다.')).toBeVisible()
  await settings.getByRole('button', { name: '닫기' }).click()
  await loadApp('/admin/upload')
  await page.getByRole('button', { name: '열람 설정' }).click()
  await expect.element(settings.getByRole('switch', { name: '엄격 모드 켜짐' })).toBeVisible()
  await expect
    .element(settings.getByRole('switch', { name: '텍스트 선택 허용 꺼짐' }))
    .toBeVisible()

  await operator.viewing({ selection: true })
  await expect
    .element(settings.getByRole('switch', { name: '텍스트 선택 허용 켜짐' }))
    .toBeVisible()
})

test('an operator gives one person the text for a screen reader', async () => {
  const { operator } = await newRoom()
  await invite(operator)
  await openApp('/admin/upload', operator)
  await page.getByRole('link', { name: '사용자 초대' }).click()
  const person = page.getByRole('row').filter({ hasText: '이참여' })
  const choose = async (name: string, confirm: string) => {
    await person.getByRole('button', { name: '이참여 작업' }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
    await answer(confirm)
  }
  await choose('화면 읽기 프로그램에 본문 제공', '본문 제공')
  await expect.element(person.getByText('화면 읽기 프로그램용 본문')).toBeVisible()
  await choose('화면 읽기 프로그램에 본문 제공 중지', '제공 중지')
  await expect.element(person.getByText('화면 읽기 프로그램용 본문')).not.toBeInTheDocument()
})
