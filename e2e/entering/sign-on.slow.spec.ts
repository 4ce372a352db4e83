import type { Page } from '@playwright/test'
import { enterAsOperator } from '../../server/test/harness/server-process.ts'
import { acceptProvider } from '../../server/test/sign-on/sign-on.ts'
import { axe } from '../support/axe.ts'
import { providing, signInAtProvider } from '../support/provider-fixture.ts'
import { expect } from '../support/server-fixture.ts'
import { answer, dialog, enter, enterOperatorArea } from '../support/steps.ts'
import { twoRooms } from '../support/two-rooms.ts'

const test = providing({})

const EMAIL = 'account@deals.example'

test.describe.configure({ timeout: 200_000 })

async function cancelAtProvider(page: Page): Promise<void> {
  await page.getByRole('link', { name: '회사 계정 로그인' }).click()
  await page.getByRole('link', { name: /Cancel/ }).click()
  await expect(page.getByRole('alert')).toContainText(
    '계정 서버에서 로그인을 취소했거나 허용하지 않았습니다.',
  )
}

test('an operator accepts a provider, an adviser enters with the account, and somebody else does not', async ({
  page,
  openBrowser,
  url,
  rooms,
  provider,
  strictness,
}) => {
  strictness.expectRefusals(/\/(session\/oidc\/complete|room\/events|room\/logout)$/)
  strictness.expectVisits(provider.settings.issuer)
  provider.put('adviser', { email: EMAIL, email_verified: true })
  provider.put('stranger', { email: 'stranger@deals.example', email_verified: true })
  const made = await rooms.make('갑 인수')
  const operator = await enterAsOperator(url, made)
  await operator.makeFolder('갑 폴더')
  await operator.invite([{ name: '박자문', email: EMAIL }])
  const area = await (await openBrowser()).newPage()
  await enterOperatorArea(area, made)
  await area.goto('/admin/invitation')
  const settings = dialog(area, '계정 로그인')
  const open = () => area.getByRole('button', { name: '계정 로그인', exact: true }).click()
  await open()
  await expect(settings.getByText(`계정 서버 주소: ${provider.settings.issuer}`)).toBeVisible()
  await settings.getByRole('checkbox', { name: '이 계정으로 입장 허용' }).click()
  await settings.getByRole('button', { name: '저장' }).click()
  await expect(settings).toBeHidden()

  await page.goto('/login')
  await signInAtProvider(page, 'adviser')
  await page.getByRole('button', { name: '동의하고 입장' }).click()
  await expect(page.getByRole('grid')).toContainText('갑 폴더')
  expect(page.url()).not.toMatch(/code|state/)

  const other = await (await openBrowser()).newPage()
  await other.goto('/login')
  await signInAtProvider(other, 'stranger')
  await expect(other.getByRole('alert')).toContainText(
    '이 계정으로 입장할 수 있는 데이터룸이 없습니다.',
  )
  await other.getByRole('link', { name: '로그인 화면으로' }).click()
  await expect(other.getByRole('textbox', { name: 'PIN' })).toBeVisible()

  await open()
  await expect(settings.getByRole('listitem')).toContainText(['박자문'])
  await settings.getByRole('button', { name: /박자문/ }).click()
  await answer(area)
  await expect(settings.getByRole('listitem')).toHaveCount(0)
  await expect(page).toHaveURL(/\/login$/)
})

test('a sign-on leads on to the place of the link that led to the entrance, and says there why it was refused', async ({
  page,
  openBrowser,
  url,
  rooms,
  mailbox,
  provider,
  strictness,
}) => {
  strictness.expectRefusals(/\/(session\/oidc\/complete|session\/rooms|room\/events)$/)
  strictness.expectVisits(provider.settings.issuer)
  const { adviser, first, second } = await twoRooms(url, { rooms, mailbox })
  provider.put('adviser', { email: adviser, email_verified: true })
  for (const { operator } of [first, second])
    await acceptProvider({ operator, roomId: operator.me.roomId })

  await page.goto(second.link)
  await expect(page).toHaveURL(`${url}/login`)
  await cancelAtProvider(page)
  await axe(page)
  await page.getByRole('link', { name: '로그인 화면으로' }).click()
  await signInAtProvider(page, 'adviser')
  await page.getByRole('button', { name: '동의하고 입장' }).click()
  await expect(page.getByRole('grid')).toContainText('을 하위')
  await expect(page).toHaveURL(new RegExp(`^${url}/\\?folder=\\d+$`))

  const other = await (await openBrowser()).newPage()
  await other.goto('/login')
  await signInAtProvider(other, 'adviser')
  await expect(other).toHaveURL(`${url}/rooms`)
  await other.getByRole('listitem').filter({ hasText: '갑 인수' }).getByRole('button').click()
  await other.getByRole('button', { name: '동의하고 입장' }).click()
  await expect(other.getByRole('grid')).toContainText('갑 폴더')
  await other.goto(first.link)
  await expect(other.getByRole('grid')).toContainText('갑 하위')
})

test('a refused sign-on leads back to the entrance of the link, although another room is open', async ({
  page,
  context,
  url,
  rooms,
  mailbox,
  provider,
  strictness,
}) => {
  strictness.expectRefusals(/\/(session\/oidc\/complete|session\/rooms|room\/events)$/)
  strictness.expectVisits(provider.settings.issuer)
  const { adviser, first, second } = await twoRooms(url, { rooms, mailbox })
  provider.put('adviser', { email: adviser, email_verified: true })
  await acceptProvider({ operator: second.operator, roomId: second.operator.me.roomId })
  await enter(page, first.pin)
  const tab = await context.newPage()
  await tab.goto(second.link)
  await expect(tab).toHaveURL(`${url}/login`)
  await cancelAtProvider(tab)
  await tab.getByRole('link', { name: '로그인 화면으로' }).click()
  await expect(tab).toHaveURL(`${url}/login`)
  await expect(
    tab.getByText('이 링크는 이 브라우저에서 열려 있지 않은 데이터룸의 링크입니다.'),
  ).toBeVisible()
  await signInAtProvider(tab, 'adviser')
  await tab.getByRole('button', { name: '동의하고 입장' }).click()
  await expect(tab.getByRole('grid')).toContainText('을 하위')
  await page.reload()
  await expect(page.getByRole('grid')).toContainText('갑 폴더')
})
