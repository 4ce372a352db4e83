import { WireClient } from '../../server/test/harness/wire-client.ts'
import { crowd } from '../support/crowd.ts'
import { sessionOf } from '../support/furnished-room.ts'
import { COUNT, LIST, nameOf, open, reported, scrollTo, story } from '../support/long-list-room.ts'
import { test as base, expect } from '../support/server-fixture.ts'
import { focused, list, row } from '../support/steps.ts'

story(
  'ranges and all are selected with what was not loaded, as far as nobody stops it',
  async ({ operator }) => {
    const { page } = operator
    await open(operator)
    await page.keyboard.press('Shift+End')
    await expect(reported(page)).toHaveText(`${COUNT.toLocaleString('ko')}개 선택됨`)
    await expect(row(page, nameOf(COUNT))).toBeFocused()
    await page.keyboard.press('Shift+ArrowUp')
    await expect(reported(page)).toHaveText(`${(COUNT - 1).toLocaleString('ko')}개 선택됨`)
    await expect(row(page, nameOf(COUNT))).toHaveAttribute('aria-selected', 'false')
    await page.keyboard.press('Escape')
    await expect(reported(page)).toHaveText('')

    await page.keyboard.press('Home')
    await page.keyboard.press('Space')
    await scrollTo(page, 10_250)
    await row(page, nameOf(10_253))
      .locator('.items-size')
      .click({ modifiers: ['Shift'] })
    await expect(reported(page)).toHaveText('10,253개 선택됨')

    await open(operator)
    await scrollTo(page, 10_250)
    await row(page, nameOf(10_253)).locator('.items-size').click()
    await page.keyboard.press('Escape')
    for (const [key, text] of [
      // Cached pages count at once, depending on the row's position.
      ['Control+a', /^모두 선택하는 중… [12],000 \/ 20,000$/],
      ['Shift+End', /^범위를 선택하는 중… (0|1,000) \/ 9,500$/],
    ] as const) {
      let asks = 0
      await page.route(LIST, async (route) => {
        // The second response never arrives.
        if (!route.request().postData()?.includes('"limit":1000') || ++asks === 1)
          await route.fallback()
      })
      await page.keyboard.press(key)
      await expect(page.getByText(text)).toBeVisible()
      await page.getByRole('button', { name: '취소', exact: true }).click()
      await expect(page.getByText(text)).toHaveCount(0)
      const asked = asks
      await page.unroute(LIST)
      await expect(reported(page)).toHaveText('')
      expect(await list(page).getByRole('row', { selected: true }).count()).toBe(0)
      expect(asks, 'nothing is asked for after that').toBe(asked)
      await expect(focused(page)).toHaveAttribute(
        'data-index',
        key === 'Control+a' ? '10252' : String(COUNT - 1),
      )
    }
  },
)

base(
  'a folder with more subfolders than one answer holds has them all in the tree',
  async ({ openBrowser, url, room, server }) => {
    const session = await sessionOf(url, room.pin)
    const client = Object.assign(new WireClient(url), {
      session: await sessionOf(url, room.pin, { code: room.code }),
    })
    const parent = await client.newFolder('가지')
    await crowd(server, client, {
      parent,
      names: Array.from({ length: 1_200 }, (_, index) => `${10_001 + index}`),
      areFolders: true,
    })
    const page = await (
      await openBrowser({ session, viewport: { width: 1440, height: 900 } })
    ).newPage()
    await page.goto(`/?folder=${parent}`)
    const tree = page.getByRole('tree')
    await expect(tree.getByRole('treeitem', { name: '10001' })).toHaveAttribute(
      'aria-setsize',
      '1200',
    )
    const last = tree.getByRole('treeitem', { name: '11200' })
    await expect(async () => {
      // Navigation moves the focus to the opened item, so this repeats.
      await tree.focus()
      await page.keyboard.press('End')
      await expect(last).toBeFocused({ timeout: 500 })
    }).toPass()
    await expect(last).toHaveAttribute('aria-posinset', '1200')
    await expect(tree.getByRole('treeitem', { level: 2 })).toHaveCount(1_200)
  },
)
