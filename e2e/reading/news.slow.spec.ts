import { makePdf } from '../../server/test/fixtures/make-pdf.ts'
import { axe } from '../support/axe.ts'
import { story, toast } from '../support/filled-room.ts'
import { sessionOf } from '../support/furnished-room.ts'
import { drawn } from '../support/reading-room.ts'
import { expect } from '../support/server-fixture.ts'
import { row } from '../support/steps.ts'

const EMAIL = 'reader@news.example'

story(
  'who comes back finds what came since, reads it and keeps favourites',
  async ({ operator, mailbox, openBrowser, url }) => {
    const { client } = operator
    await client.invite([{ name: '이참여', email: EMAIL }])
    const pin = await mailbox.pinFor(EMAIL)
    const open = async () =>
      (
        await openBrowser({
          session: await sessionOf(url, pin),
          viewport: { width: 1440, height: 900 },
        })
      ).newPage()

    const first = await open()
    await first.goto('/new')
    await expect(first.getByText('첫 방문입니다.', { exact: false })).toBeVisible()
    await axe(first)
    await first.getByRole('button', { name: '지난 방문 이후 기간' }).click()
    await first.getByRole('option', { name: '최근 30일' }).click()
    await expect(first).toHaveURL(/days=30/)
    await expect(first.getByRole('listitem').filter({ hasText: '안내문.pdf' })).toBeVisible()
    await axe(first)
    await first.getByRole('button', { name: '로그아웃' }).click()
    await expect(first).toHaveURL(/\/login/)

    const id = await client.put('3분기 재무제표.pdf', makePdf(2, 'DOCUMENT'))
    const page = await open()
    await page.goto('/')
    await expect(row(page, '3분기 재무제표.pdf')).toContainText('새 문서')
    await expect(row(page, '안내문.pdf')).not.toContainText('새 문서')

    await page.getByRole('link', { name: '새로운 문서' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: '새로운 문서', level: 1 })).toBeVisible()
    const line = page.getByRole('listitem').filter({ hasText: '3분기 재무제표.pdf' })
    await expect(line).toContainText('새 문서')
    await expect(page.getByRole('listitem').filter({ hasText: '안내문.pdf' })).toHaveCount(0)
    await line.getByRole('button', { name: '즐겨찾기에 추가: 3분기 재무제표.pdf' }).focus()
    await page.keyboard.press('Enter')
    await expect(toast(page, '즐겨찾기에 추가했습니다')).toBeVisible()
    await axe(page)

    await page.reload()
    await line.getByRole('link', { name: '3분기 재무제표.pdf' }).click()
    await drawn(page.getByRole('region', { name: '3분기 재무제표.pdf', exact: true }), 1)
    await expect(row(page, '3분기 재무제표.pdf')).not.toContainText('새 문서')
    await expect(
      row(page, '3분기 재무제표.pdf').getByRole('img', { name: '즐겨찾기' }),
    ).toBeVisible()

    await page.getByRole('link', { name: '새로운 문서' }).click()
    await expect(page.getByText('지난 방문 이후 새로운 문서가 없습니다')).toBeVisible()
    await page.getByRole('button', { name: '최근 열람' }).click()
    await expect(line).toBeVisible()
    await page.getByRole('button', { name: '즐겨찾기', exact: true }).click()
    await expect(page).toHaveURL(/tab=favourites/)
    await expect(line).toBeVisible()

    await client.deleteItem(id)
    await expect(page.getByText('즐겨찾기에 추가한 문서나 폴더가 없습니다')).toBeVisible()
    await client.restoreItem(id)
    await line.getByRole('button', { name: '즐겨찾기에서 제거: 3분기 재무제표.pdf' }).click()
    await expect(page.getByText('즐겨찾기에 추가한 문서나 폴더가 없습니다')).toBeVisible()
  },
)

story('operators have theirs in their area', async ({ operator: { page } }) => {
  await page.getByRole('link', { name: '새로운 문서' }).click()
  await expect(page).toHaveURL(/\/admin\/new$/)
  await page.getByRole('button', { name: '최근 열람' }).click()
  await expect(page.getByText('열람한 문서가 없습니다')).toBeVisible()
  await axe(page)
  await page.goto('/new?tab=favourites')
  await expect(page).toHaveURL(/\/admin\/new\?tab=favourites$/)
  await expect(page.getByText('즐겨찾기에 추가한 문서나 폴더가 없습니다')).toBeVisible()
})
