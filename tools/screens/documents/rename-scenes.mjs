import { answerWith } from '../invented/answer-with.mjs'

async function pretendTaken({ page }) {
  await page.route('**/room/api/file/renameMany', async (route) => {
    const { renames } = route.request().postDataJSON()
    const rows = renames.map(({ id, name, was }, index) => {
      return index === 1
        ? { id, from: was, name, outcome: 'refused', reason: 'NAME_EXISTS', other: 1 }
        : { id, from: was, name, outcome: 'renamed' }
    })
    const renamed = rows.filter(({ outcome }) => outcome === 'renamed').length
    return answerWith(route, { renamed, rows })
  })
}

async function openDialog(stage) {
  const { page } = stage
  await pretendTaken(stage)
  await page.goto(`/admin/upload?folder=${stage.room.folder}`)
  await page.locator('.items-row:not(.items-row-unknown)').first().focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('F2')
  await page.locator('.renaming-preview li').first().waitFor()
}

export const RENAME_SCENES = [
  { name: 'rename-many', as: 'raised', open: openDialog },
  {
    name: 'rename-many-refused',
    as: 'raised',
    async open(stage) {
      const { page, t } = stage
      await openDialog(stage)
      await page.getByRole('textbox', { name: t('renaming.prefix'), exact: true }).fill('{n:3} ')
      await page.locator('.renaming-problem').waitFor()
    },
  },
  {
    name: 'rename-many-list',
    as: 'raised',
    async open(stage) {
      const { page, t } = stage
      await openDialog(stage)
      await page.getByRole('button', { name: t('renaming.listWay'), exact: true }).click()
      await page
        .getByRole('textbox', { name: t('renaming.list'), exact: true })
        .fill('주주간 계약\n임대차 계약 (본사)\n매출 현황 2025\n')
      await page.locator('.renaming-problem').waitFor()
    },
  },
]
