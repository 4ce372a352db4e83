import { answerWith } from '../invented/answer-with.mjs'

async function pretend({ page }) {
  const change = (pattern, changed) =>
    page.route(pattern, async (route) => {
      const response = await route.fetch()
      const answer = await response.json()
      return route.fulfill({ response, json: changed(answer) })
    })
  await change('**/room/api/file/file/list', (answer) => {
    if (!Array.isArray(answer.payload)) return answer
    const above = answer.folderPath.length === 0 ? '' : '2.'
    const payload = answer.payload.map((item, index) => ({
      ...item,
      index: `${above}${index + 1}`,
    }))
    return {
      ...answer,
      payload,
      folderPath: answer.folderPath.map((step) => ({ ...step, index: '2' })),
    }
  })
  await change(/\/room\/api\/room\/info\/\d+/, (answer) => ({
    ...answer,
    payload: { ...answer.payload, numbering: 'fixed', numberingScope: 'room' },
  }))
}

async function showNumbered(stage, path) {
  await pretend(stage)
  await stage.page.goto(path)
  await stage.page.locator('.items-number').first().waitFor()
}

export const NUMBERING_SCENES = [
  {
    name: 'numbered',
    as: 'raised',
    open: (stage) => showNumbered(stage, `/?folder=${stage.room.folder}`),
  },
  { name: 'numbered-upload', as: 'raised', open: (stage) => showNumbered(stage, '/admin/upload') },
  {
    name: 'numbered-place',
    as: 'raised',
    async open(stage) {
      const { page, t } = stage
      await showNumbered(stage, `/admin/upload?folder=${stage.room.folder}`)
      await page.locator('.items-row:not(.items-row-unknown) [data-menu]').first().click()
      await page.getByRole('menuitem', { name: t('actions.order') }).click()
      await page.getByRole('dialog').locator('form').waitFor()
    },
  },
  {
    name: 'numbered-again',
    as: 'raised',
    async open(stage) {
      const { page, t } = stage
      const names = [
        '주주간계약서.pdf',
        '주요 거래처별 매출 현황과 전망 및 부속명세서 (2025 회계연도 4분기).xlsx',
        '임대차계약서 (본사).pdf',
      ]
      const items = names.map((name, index) => ({
        itemId: index + 1,
        name,
        from: index === 2 ? null : index + 2,
        to: index + 1,
      }))
      await page.route('**/room/api/file/renumber', (route) =>
        answerWith(route, { changed: 42, items }),
      )
      await showNumbered(stage, '/admin/upload')
      await page.locator('.items-row:not(.items-row-unknown) [data-menu]').first().click()
      await page.getByRole('menuitem', { name: t('actions.renumber') }).click()
      await page.locator('.renumber-list').waitFor()
    },
  },
  {
    name: 'numbered-drag',
    as: 'raised',
    async open(stage) {
      const { page } = stage
      await showNumbered(stage, `/admin/upload?folder=${stage.room.folder}`)
      const rows = page.locator('.items-row:not(.items-row-unknown)')
      const from = await rows.nth(3).boundingBox()
      const to = await rows.nth(1).boundingBox()
      await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
      await page.mouse.down()
      for (const at of [0.4, 0.05, 0.05])
        await page.mouse.move(to.x + to.width / 2, to.y + to.height * at)
      await page.locator('.items-gap').waitFor()
    },
  },
  {
    name: 'numbering-setting',
    as: 'raised',
    async open(stage) {
      const { page, t } = stage
      await showNumbered(stage, '/admin/upload')
      await page.getByRole('button', { name: t('room.numbering'), exact: true }).click()
      await page.getByRole('dialog').locator('form').waitFor()
    },
  },
]
