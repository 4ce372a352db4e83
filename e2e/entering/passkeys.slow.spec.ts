import type { Page } from '@playwright/test'
import { addAuthenticator } from '../support/authenticator.ts'
import type { RoomToFurnish } from '../support/furnished-room.ts'
import { expect, test } from '../support/server-fixture.ts'
import {
  account,
  answer,
  chooseOfAccount,
  dashboard,
  enter,
  enterOperatorArea,
  focused,
  message,
  tabTo,
} from '../support/steps.ts'

test.use({ host: 'localhost' })
test.describe.configure({ timeout: 150_000 })

const passkeys = (page: Page) => page.getByRole('dialog', { name: '패스키' })
const rows = (page: Page) => passkeys(page).getByRole('listitem')
const opening = (page: Page) => page.getByRole('button', { name: '패스키로 열기' })
const codeField = (page: Page) => page.getByRole('textbox', { name: '운영자 코드' })

async function openPasskeys(page: Page): Promise<void> {
  await chooseOfAccount(page, '패스키 관리')
  await expect(passkeys(page).getByRole('button', { name: '패스키 추가' })).toBeVisible()
}

async function comeAgain(page: Page, { pin }: RoomToFurnish): Promise<void> {
  await page.getByRole('button', { name: '로그아웃' }).click()
  await enter(page, pin)
  await page.getByRole('link', { name: '운영자 화면', exact: true }).click()
  await expect(page.getByRole('textbox', { name: '운영자 코드' })).toBeVisible()
}

async function addPasskey(page: Page): Promise<void> {
  await openPasskeys(page)
  await passkeys(page).getByRole('button', { name: '패스키 추가' }).click()
  await passkeys(page).getByRole('button', { name: '만들기' }).click()
  await expect(rows(page)).toHaveCount(1)
  await page.keyboard.press('Escape')
}

test('an operator adds a passkey, is mailed of it, opens the area with it by the keyboard, and removes it', async ({
  page,
  room,
  mailbox,
}) => {
  await addAuthenticator(page)
  await enterOperatorArea(page, room)
  await openPasskeys(page)
  await expect(passkeys(page).getByText('등록된 패스키가 없습니다.')).toBeVisible()
  await tabTo(page, passkeys(page).getByRole('button', { name: '패스키 추가' }))
  await page.keyboard.press('Enter')
  await expect(passkeys(page).getByRole('textbox', { name: '패스키 이름' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(passkeys(page).getByRole('button', { name: '패스키 추가' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(passkeys(page).getByRole('textbox', { name: '패스키 이름' })).toHaveValue('패스키 1')
  await page.keyboard.type('회사 노트북')
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('회사 노트북')
  await expect(rows(page)).toContainText('아직 사용하지 않음')
  await expect(passkeys(page).getByRole('button', { name: '패스키 추가' })).toBeFocused()
  expect((await mailbox.mailTo('op@example.com', '패스키가 추가되었습니다')).text).toContain(
    '회사 노트북',
  )

  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(message(page)).toContainText('이 데이터룸의 패스키가 이미 있습니다.')
  await answer(page)
  await passkeys(page).getByRole('button', { name: '취소' }).click()
  await expect(rows(page)).toHaveCount(1)

  await passkeys(page).getByRole('button', { name: '이름 바꾸기: 회사 노트북' }).press('Enter')
  await page.keyboard.type('집 노트북')
  await page.keyboard.press('Enter')
  await expect(passkeys(page).getByRole('button', { name: '이름 바꾸기: 집 노트북' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(passkeys(page)).toHaveCount(0)
  await expect(account(page)).toBeFocused()

  await comeAgain(page, room)
  await expect(opening(page)).toBeFocused()
  await expect(dashboard(page)).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(dashboard(page)).toBeVisible()

  await openPasskeys(page)
  await expect(rows(page)).toContainText('마지막 사용')
  await passkeys(page).getByRole('button', { name: '삭제: 집 노트북' }).press('Enter')
  await expect(message(page)).toContainText('‘집 노트북’ 패스키를 삭제하시겠습니까?')
  await answer(page, '취소')
  await expect(rows(page)).toHaveCount(1)
  await passkeys(page).getByRole('button', { name: '삭제: 집 노트북' }).press('Enter')
  await answer(page, '삭제')
  await expect(passkeys(page).getByText('등록된 패스키가 없습니다.')).toBeVisible()
  await expect(focused(page)).toHaveText('닫기')
  expect((await mailbox.mailTo('op@example.com', '패스키가 삭제되었습니다')).text).toContain(
    '집 노트북',
  )
  await page.keyboard.press('Enter')

  await comeAgain(page, room)
  await expect(codeField(page)).toBeFocused()
  await expect(opening(page)).toHaveCount(0)
})

test('closing the browser’s passkey prompt shows a brief message, and the code still opens', async ({
  page,
  room,
}) => {
  const { cdp, authenticatorId } = await addAuthenticator(page)
  await enterOperatorArea(page, room)
  await addPasskey(page)
  await comeAgain(page, room)
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await opening(page).press('Enter')
  await expect(page.getByText('패스키로 열지 않았습니다.')).toBeVisible()
  await expect(message(page)).toHaveCount(0)
  await expect(opening(page)).toBeFocused()
  await expect(dashboard(page)).toHaveCount(0)
  await codeField(page).fill(room.code)
  await page.keyboard.press('Enter')
  await expect(dashboard(page)).toBeVisible()
})

test('a passkey that the server refuses shows an error, and a copy of it opens nothing', async ({
  page,
  room,
}) => {
  const { cdp, authenticatorId } = await addAuthenticator(page)
  await enterOperatorArea(page, room)
  await addPasskey(page)
  const [copied] = (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials
  if (!copied) throw new Error('the authenticator has no passkey')
  await comeAgain(page, room)
  await opening(page).press('Enter')
  await expect(dashboard(page)).toBeVisible()

  // The copied passkey has the old counter.
  await cdp.send('WebAuthn.removeCredential', {
    authenticatorId,
    credentialId: copied.credentialId,
  })
  await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: copied })
  await comeAgain(page, room)
  await opening(page).press('Enter')
  await expect(message(page)).toContainText('패스키를 확인하지 못했습니다.')
  await answer(page)
  await expect(opening(page)).toBeFocused()
  await expect(dashboard(page)).toHaveCount(0)
})

test('a passkey that was removed elsewhere meanwhile shows an error, and the code still works', async ({
  page,
  room,
  openBrowser,
}) => {
  await addAuthenticator(page)
  await enterOperatorArea(page, room)
  await addPasskey(page)
  await comeAgain(page, room)
  await expect(opening(page)).toBeFocused()

  const elsewhere = await (await openBrowser()).newPage()
  await enter(elsewhere, room.pin)
  await elsewhere.getByRole('link', { name: '운영자 화면', exact: true }).click()
  await codeField(elsewhere).fill(room.code)
  await elsewhere.keyboard.press('Enter')
  await expect(dashboard(elsewhere)).toBeVisible()
  await openPasskeys(elsewhere)
  await rows(elsewhere).getByRole('button', { name: /^삭제/ }).click()
  await answer(elsewhere, '삭제')
  await expect(rows(elsewhere)).toHaveCount(0)

  await page.keyboard.press('Enter')
  await expect(message(page)).toContainText(
    '등록된 패스키가 없습니다. 운영자 코드를 입력해 주세요.',
  )
  await answer(page)
  await expect(opening(page)).toHaveCount(0)
  await expect(codeField(page)).toBeFocused()
  await expect(dashboard(page)).toHaveCount(0)
})
