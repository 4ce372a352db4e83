const firstRow = ({ page }) => page.locator('.items-row:not(.items-row-unknown)').first()

async function listUploads(stage) {
  await stage.page.goto(`/admin/upload?folder=${stage.room.folder}`)
  await firstRow(stage).waitFor()
}

export const ORDER_SCENES = [
  {
    name: 'upload-row-menu',
    as: 'raised',
    async open(stage) {
      await listUploads(stage)
      await firstRow(stage).locator('[data-menu]').click()
      await stage.page.getByRole('menu').waitFor()
    },
  },
  {
    name: 'upload-rename-refused',
    as: 'raised',
    async open(stage) {
      const { page } = stage
      await listUploads(stage)
      await firstRow(stage).focus()
      await page.keyboard.press('F2')
      await page.keyboard.type('a/b')
      await page.keyboard.press('Enter')
      await page.locator('.rename-problem').waitFor()
    },
  },
  {
    name: 'upload-move',
    as: 'raised',
    async open(stage) {
      const { page, t } = stage
      await listUploads(stage)
      await firstRow(stage).locator('[data-menu]').click()
      await page.getByRole('menuitem', { name: t('actions.moveTo'), exact: true }).click()
      await page.getByRole('dialog').getByRole('treeitem').nth(1).waitFor()
    },
  },
  {
    name: 'download-preparing',
    as: 'raised',
    async open(stage) {
      const { page, t } = stage
      await page.route('**/room/api/file/ticket/prepare', () => {})
      await listUploads(stage)
      await page.locator('.items-row', { hasText: '.pdf' }).first().click({ button: 'right' })
      await page.getByRole('menuitem', { name: t('documents.download'), exact: true }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'upload-delete',
    as: 'raised',
    async open(stage) {
      await listUploads(stage)
      await firstRow(stage).focus()
      await stage.page.keyboard.press('Delete')
      await stage.page.getByRole('alertdialog').waitFor()
    },
  },
]
