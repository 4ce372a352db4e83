export const listed = ({ page }) =>
  page.locator('.items-row:not(.items-row-unknown)').first().waitFor()

export const message = ({ page }) => page.locator('[role=alertdialog]:not([aria-modal=false])')

export async function openAccount({ page, t }, entry) {
  await page.getByRole('button', { name: t('app.accountOf', { name: '' }).trim() }).click()
  await page.getByRole('menu').waitFor()
  if (entry !== undefined) await page.getByRole('menuitem', { name: t(entry) }).click()
}

export const messageShown = (stage) => message(stage).waitFor()
