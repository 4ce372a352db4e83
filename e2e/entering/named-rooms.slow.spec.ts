import type { Page } from '@playwright/test'
import { enterAsOperator } from '../../server/test/harness/server-process.ts'
import { expect, test } from '../support/server-fixture.ts'
import { enter } from '../support/steps.ts'

test.describe.configure({ timeout: 150_000 })

const EMAIL = 'adviser@deals.example'
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
  const made = [await rooms.make('갑 인수'), await rooms.make('을 매각')] as const
  const pins: string[] = []
  const links: string[] = []
  for (const [index, each] of made.entries()) {
    const operator = await enterAsOperator(url, each)
    const folder = await operator.newFolder(index === 0 ? '갑 폴더' : '을 폴더')
    await operator.makeFolder(index === 0 ? '갑 하위' : '을 하위', folder)
    await operator.invite([{ name: '박자문', email: EMAIL }])
    pins.push(await mailbox.pinFor(EMAIL))
    links.push(`/?folder=${folder}&room=${operator.me.roomNo}`)
  }
  const [ofFirst = '', ofSecond = ''] = links
  await enter(page, pins[0] ?? '')
  await expect(documents(page)).toContainText('갑 폴더')

  // The room is not open here, though another one is: the entrance, and then the place.
  const tab = await context.newPage()
  await tab.goto(ofSecond)
  await expect(tab).toHaveURL(`${url}/login`)
  await tab.reload()
  await tab.getByRole('textbox', { name: 'PIN' }).fill(pins[1] ?? '')
  await tab.keyboard.press('Enter')
  await accept(tab)
  await expect(documents(tab)).toContainText('을 하위')
  await expect(tab).toHaveURL(new RegExp(`^${url}/\\?folder=\\d+$`))
  await page.reload()
  await expect(documents(page)).toContainText('갑 폴더')

  // Both rooms are open. This tab goes to the other, which was looked at last or not.
  const third = await context.newPage()
  await third.goto(ofSecond)
  await expect(documents(third)).toContainText('을 하위')
  await third.goto(ofFirst)
  await expect(documents(third)).toContainText('갑 하위')
  // Back is in the session of the room that was shown there, and forward too.
  await third.goBack()
  await expect(documents(third)).toContainText('을 하위')
  await third.goForward()
  await expect(documents(third)).toContainText('갑 하위')
  await tab.reload()
  await expect(documents(tab)).toContainText('을 하위')

  // What a list offers for copying names its room as well.
  await page.goto('/')
  expect(await documents(page).getByRole('link', { name: '갑 폴더' }).getAttribute('href')).toBe(ofFirst)

  // A room that is none is answered like one that is not open here, and what cannot be a number like none.
  for (const number of ['2001-0001', '9999-999999']) {
    await third.goto(`/?room=${number}`)
    await expect(third).toHaveURL(`${url}/login`)
    await expect(third.getByRole('textbox', { name: 'PIN' })).toBeVisible()
    await expect(third.getByText('이 링크는 이 브라우저에서 열려 있지 않은 데이터룸의 링크입니다.')).toBeVisible()
  }
  await third.getByRole('button', { name: '열려 있는 데이터룸으로 돌아가기' }).click()
  await expect(documents(third)).toContainText('갑 폴더')
  await third.goto('/?room=%3Cb%3E')
  await expect(documents(third)).toContainText('갑 폴더')
  await expect(third).toHaveURL(`${url}/`)

  // Logged out of the room of the link, while the other one goes on.
  await page.getByRole('button', { name: '로그아웃' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.goto(ofFirst)
  await expect(page).toHaveURL(`${url}/login`)
  // Who enters another room than that of the link is led to no place of it.
  await page.getByRole('textbox', { name: 'PIN' }).fill(pins[1] ?? '')
  await page.keyboard.press('Enter')
  await accept(page)
  await expect(page).toHaveURL(`${url}/`)
  await expect(documents(page)).toContainText('을 폴더')
  await page.goto(ofFirst)
  await page.getByRole('textbox', { name: 'PIN' }).fill(pins[0] ?? '')
  await page.keyboard.press('Enter')
  await accept(page)
  await expect(documents(page)).toContainText('갑 하위')
})
