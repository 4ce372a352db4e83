export async function showPeople({ page, t }) {
  await page.goto('/admin/invitation')
  await page.getByRole('row').nth(1).waitFor()
  await page.getByRole('heading', { name: t('members.title'), level: 1 }).waitFor()
}

export async function openInvitation(stage) {
  const { page, t } = stage
  await showPeople(stage)
  await page.getByRole('button', { name: t('members.invite'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('group').getByRole('textbox').first().waitFor()
  return dialog
}

export const chooseFile = (dialog, text) =>
  dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
