import type { Page } from '@playwright/test'
import { expect, test } from '../support/server-fixture.ts'
import { answer, enter } from '../support/steps.ts'
import { twoRooms } from '../support/two-rooms.ts'

test.describe.configure({ timeout: 150_000 })

const documents = (page: Page) => page.getByRole('grid')
const accept = (page: Page) => page.getByRole('button', { name: '동의하고 입장' }).click()

test('a link opens in the room that it names: in its session, or by the entrance, and no other tab moves', async ({
  page,
  context,
  url,
  rooms,
  mailbox,
  strictness,
}) => {
  strictness.expectRefusals(/\/(room\/events|room\/logout)$/)
  const { first, second } = await twoRooms(url, { rooms, mailbox })
  const [ofFirst, ofSecond] = [first.link, second.link]
  await enter(page, first.pin)
  await expect(documents(page)).toContainText('갑 폴더')

  const tab = await context.newPage()
  await tab.goto(ofSecond)
  await expect(tab).toHaveURL(`${url}/login`)
  await tab.reload()
  await tab.getByRole('textbox', { name: 'PIN' }).fill(second.pin)
  await tab.keyboard.press('Enter')
  await accept(tab)
  await expect(documents(tab)).toContainText('을 하위')
  await expect(tab).toHaveURL(new RegExp(`^${url}/\\?folder=\\d+$`))
  await page.reload()
  await expect(documents(page)).toContainText('갑 폴더')

  const third = await context.newPage()
  await third.goto(ofSecond)
  await expect(documents(third)).toContainText('을 하위')
  await third.goto(ofFirst)
  await expect(documents(third)).toContainText('갑 하위')
  await third.goBack()
  await expect(documents(third)).toContainText('을 하위')
  await third.goForward()
  await expect(documents(third)).toContainText('갑 하위')
  await tab.reload()
  await expect(documents(tab)).toContainText('을 하위')

  await page.goto('/')
  expect(await documents(page).getByRole('link', { name: '갑 폴더' }).getAttribute('href')).toBe(
    ofFirst,
  )

  // Unknown room numbers must look like rooms without a session, and invalid text like no number.
  for (const number of ['2001-0001', '9999-999999']) {
    await third.goto(`/?room=${number}`)
    await expect(third).toHaveURL(`${url}/login`)
    await expect(third.getByRole('textbox', { name: 'PIN' })).toBeVisible()
    await expect(
      third.getByText('이 링크는 이 브라우저에서 열려 있지 않은 데이터룸의 링크입니다.'),
    ).toBeVisible()
  }
  await third.getByRole('button', { name: '열려 있는 데이터룸으로 돌아가기' }).click()
  await expect(documents(third)).toContainText('갑 폴더')
  await third.goto('/?room=%3Cb%3E')
  await expect(documents(third)).toContainText('갑 폴더')
  await expect(third).toHaveURL(`${url}/`)

  await page.getByRole('button', { name: '로그아웃' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.goto(ofFirst)
  await expect(page).toHaveURL(`${url}/login`)
  await page.getByRole('textbox', { name: 'PIN' }).fill(second.pin)
  await page.keyboard.press('Enter')
  await accept(page)
  await expect(page).toHaveURL(`${url}/`)
  await expect(documents(page)).toContainText('을 폴더')
  await page.goto(ofFirst)
  await page.getByRole('textbox', { name: 'PIN' }).fill(first.pin)
  await page.keyboard.press('Enter')
  await accept(page)
  await expect(documents(page)).toContainText('갑 하위')
})

test('the place of a link is kept while its address is proven by mail, in another tab', async ({
  page,
  context,
  url,
  rooms,
  mailbox,
  strictness,
}) => {
  strictness.expectRefusals(/\/(session\/rooms|room\/events)$/)
  const { adviser, first, second } = await twoRooms(url, { rooms, mailbox })
  await page.goto(second.link)
  await page.getByRole('link', { name: 'PIN 없이 메일로 입장' }).click()
  await page.getByRole('textbox', { name: '이메일' }).fill(adviser)
  await page.getByRole('button', { name: '링크 받기' }).click()
  await expect(page.getByRole('status').filter({ hasText: '15분' })).toBeVisible()
  const { text = '' } = await mailbox.mailTo(adviser, '내 데이터룸')

  const tab = await context.newPage()
  await tab.goto(/\/rooms#[\w-]{22}/.exec(text)?.[0] ?? '')
  await tab.getByRole('button', { name: '주소 확인' }).click()
  await tab.getByRole('listitem').filter({ hasText: '을 매각' }).getByRole('button').click()
  await accept(tab)
  await expect(documents(tab)).toContainText('을 하위')

  const third = await context.newPage()
  await third.goto('/rooms')
  await third.getByRole('listitem').filter({ hasText: '갑 인수' }).getByRole('button').click()
  await accept(third)
  await expect(documents(third)).toContainText('갑 폴더')
  await expect(documents(third)).not.toContainText('갑 하위')
  await third.goto(first.link)
  await expect(documents(third)).toContainText('갑 하위')
})

test('the place of a link waits for a new PIN, in the tab that the mail opens', async ({
  page,
  context,
  url,
  rooms,
  mailbox,
  strictness,
}) => {
  strictness.expectRefusals(/\/(room\/events)$/)
  const { adviser, first, second } = await twoRooms(url, { rooms, mailbox })
  await page.goto(second.link)
  await page.getByRole('button', { name: 'PIN 찾기' }).click()
  await page.getByRole('textbox', { name: '이메일' }).fill(adviser)
  await page.getByRole('button', { name: '보내기' }).click()
  await answer(page)
  const texts = [
    (await mailbox.mailTo(adviser, 'PIN')).text ?? '',
    (await mailbox.mailTo(adviser, 'PIN')).text ?? '',
  ]
  const enterByMail = async (place: string, pin: string): Promise<Page> => {
    const roomNo = /room=([\d-]+)/.exec(place)?.[1]
    const entrance =
      texts
        .map((text) => /\/login\?room=([\d-]+)/.exec(text))
        .find((found) => found?.[1] === roomNo)?.[0] ?? ''
    const tab = await context.newPage()
    await tab.goto(entrance)
    await expect(tab).toHaveURL(`${url}/login`)
    await tab.getByRole('textbox', { name: 'PIN' }).fill(pin)
    await tab.keyboard.press('Enter')
    await accept(tab)
    return tab
  }
  await expect(documents(await enterByMail(second.link, second.pin))).toContainText('을 하위')
  const other = documents(await enterByMail(first.link, first.pin))
  await expect(other).toContainText('갑 폴더')
  await expect(other).not.toContainText('갑 하위')
})
