import type { Page } from '@playwright/test'
import { WireClient } from '../../server/test/harness/wire-client.ts'
import { crowd } from './crowd.ts'
import { sessionOf } from './furnished-room.ts'
import { test as base, expect } from './server-fixture.ts'
import { list, row } from './steps.ts'

export const LIST = '**/room/api/file/file/list'

export const COUNT = 20_000

export const nameOf = (number: number) => `${100_000 + number}.pdf`

export const NAMES = Array.from({ length: COUNT }, (_, index) => nameOf(index + 1))

export interface LongListOperator {
  readonly page: Page
  readonly client: WireClient
  readonly folder: number
}

export const story = base.extend<{ operator: LongListOperator }>({
  operator: async ({ openBrowser, url, room, server }, use) => {
    const session = await sessionOf(url, room.pin, { code: room.code })
    const client = Object.assign(new WireClient(url), { session })
    const folder = await client.newFolder('대장')
    await crowd(server, client, { parent: folder, names: NAMES })
    const page = await (
      await openBrowser({ session, viewport: { width: 1440, height: 900 } })
    ).newPage()
    await use({ page, client, folder })
  },
})

export const reported = (page: Page) => page.locator('.folder-head > [role=status]')

const scroller = (page: Page) => page.locator('.items-scroller')

export const scrollTo = (page: Page, index: number) =>
  scroller(page).evaluate((element, at) => {
    const { height } = element.querySelector('.items-row')?.getBoundingClientRect() ?? { height: 0 }
    element.scrollTo(0, at * height)
  }, index)

export async function open({ page, folder }: LongListOperator): Promise<void> {
  await page.goto(`/admin/upload?folder=${folder}`)
  await row(page, nameOf(1)).focus()
  await expect(list(page)).toHaveAttribute('aria-rowcount', String(COUNT + 1))
}
