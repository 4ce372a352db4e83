import { answerWith } from '../invented/answer-with.mjs'
import { listedItem } from '../invented/listed-item.mjs'

async function seek({ page, t }, q, screen = '/') {
  await page.goto(`${screen}?q=${encodeURIComponent(q)}`)
  await page.getByRole('heading', { name: t('search.title', { q }) }).waitFor()
  await page.getByRole('searchbox', { name: t('search.field') }).waitFor()
}

const TEXT = 'The purchase price is due on closing.'

/** Readers without the text right receive only page numbers. */
async function seekInTexts(stage, hasText) {
  const { page, room } = stage
  const name = room.documentName
  const item = listedItem({
    id: room.document,
    roomId: 1,
    name,
    path: 'A/B',
    parent: room.folder,
    size: 1_000,
  })
  const passage = { text: TEXT, ranges: [[4, 12]] }
  const pages = [1, 3].map((number) => ({
    page: number,
    hits: number,
    ...(hasText ? { passage } : {}),
  }))
  await page.route('**/file/search', (route) =>
    answerWith(route, [{ item, pages, more: true }], { nextCursor: 'x', indexing: 2 }),
  )
  await seek(stage, room.documentName.slice(0, 2))
  await page.locator('.found-page').first().waitFor()
}

export const SEARCH_SCENES = [
  { name: 'search', as: 'participant', open: (stage) => seekInTexts(stage, false) },
  {
    name: 'search-passages',
    of: 'search',
    as: 'operator',
    open: (stage) => seekInTexts(stage, true),
  },
  {
    name: 'upload-search',
    of: 'search',
    as: 'raised',
    async open(stage) {
      await seek(stage, stage.room.documentName.slice(0, 2), '/admin/upload')
      await stage.page.locator('.found').first().waitFor()
    },
  },
  {
    name: 'search-nothing',
    of: 'search',
    as: 'participant',
    async open(stage) {
      await seek(stage, 'qqqqqq')
      await stage.page.locator('.state').waitFor()
    },
  },
  {
    name: 'search-failed',
    of: 'search',
    as: 'participant',
    async open(stage) {
      const json = { status: 'EXCEPTION', payload: '', code: 'INTERNAL' }
      await stage.page.route('**/file/search', (route) => route.fulfill({ status: 500, json }))
      await seek(stage, stage.room.documentName.slice(0, 2))
      await stage.page.getByRole('alert').waitFor()
    },
  },
]
