import { axe } from '../support/axe.ts'
import { dialog, story, toast } from '../support/filled-room.ts'
import { sessionOf } from '../support/furnished-room.ts'
import { expect } from '../support/server-fixture.ts'
import { row } from '../support/steps.ts'

story('index numbers are switched on, seen by readers at once, fixed and sorted by', async ({ operator, mailbox, openBrowser, url }) => {
  const { page, client } = operator
  const email = 'reader@numbering.example'
  await client.invite([{ name: '이참여', email }])
  const session = await sessionOf(url, await mailbox.pinFor(email))
  const reader = await (await openBrowser({ session, viewport: { width: 1440, height: 900 } })).newPage()
  await reader.goto('/')
  await expect(row(reader, '안내문.pdf')).toBeVisible()
  await expect(reader.getByRole('button', { name: '번호', exact: true })).toHaveCount(0)

  await page.getByRole('button', { name: '색인 번호' }).focus()
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('radio', { name: /자동/ }).focus()
  await page.keyboard.press('Space')
  await expect(dialog(page).getByRole('radio', { name: /모두 같은 번호/ })).toBeChecked()
  await axe(page)
  await page.screenshot({ path: '.build/screens/numbering-dialog.png' })
  await page.keyboard.press('Enter')
  await expect(toast(page, '색인 번호 설정을 저장했습니다.')).toBeVisible()

  for (const each of [page, reader]) await expect(row(each, '01 계약')).toContainText(/^\D*1\s*01 계약/)
  await expect(reader.getByRole('treeitem', { name: '1 01 계약' })).toBeVisible()
  await expect(reader.getByRole('button', { name: '번호', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await page.screenshot({ path: '.build/screens/numbering-operator.png' })
  await reader.screenshot({ path: '.build/screens/numbering-reader.png' })

  await client.newFolder('00 처음')
  await expect(row(reader, '00 처음')).toBeVisible()
  const rows = reader.getByRole('row')
  await expect(rows.last()).toContainText('00 처음')
  await reader.getByRole('button', { name: '이름', exact: true }).click()
  await expect(rows.nth(1)).toContainText('00 처음')
})
