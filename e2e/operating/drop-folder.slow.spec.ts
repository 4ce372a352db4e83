import { makePdf } from '../../server/test/fixtures/make-pdf.ts'
import { axe } from '../support/axe.ts'
import { dialog, menuItem, stand, story, toast, undo } from '../support/filled-room.ts'
import { sessionOf } from '../support/furnished-room.ts'
import { expect } from '../support/server-fixture.ts'
import { answer, pdf, row, tabTo } from '../support/steps.ts'

story(
  'a folder takes files of a group by the keyboard alone, which only operators see until they publish them',
  async ({ operator: { page, client, ids }, mailbox, openBrowser, url, strictness }) => {
    // The page requests the staged folder.
    strictness.expectRefusals(/\/file\/file\/(?:list|locate|outline)/)
    const email = 'bidder@drop.example'
    await client.invite([{ name: '이인수', email }])
    const session = await sessionOf(url, await mailbox.pinFor(email))
    const bidder = await (
      await openBrowser({ session, viewport: { width: 1440, height: 900 } })
    ).newPage()
    await bidder.goto(`/?folder=${ids['03 빈 폴더']}`)
    await expect(bidder.getByText('아직 등록된 문서가 없습니다.')).toBeVisible()
    await expect(bidder.getByRole('button', { name: '파일 제출' })).toHaveCount(0)

    await stand(page, '03 빈 폴더')
    await page.keyboard.press('Shift+F10')
    await tabTo(page, menuItem(page, '권한…'), 'ArrowDown')
    await page.keyboard.press('Enter')
    await tabTo(page, dialog(page).getByRole('tab', { name: '권한' }))
    for (const tab of ['볼 수 있는 사람', '제출 폴더']) {
      await page.keyboard.press('ArrowRight')
      await expect(dialog(page).getByRole('tab', { name: tab })).toBeFocused()
    }
    await expect(dialog(page)).toContainText('폴더를 공개해도 함께 공개되지 않습니다')
    const group = dialog(page).getByRole('checkbox', { name: '참여자' })
    await tabTo(page, group)
    await page.keyboard.press('Space')
    await expect(toast(page, "'참여자' 그룹이 제출할 수 있습니다.")).toBeVisible()
    await axe(page)
    await expect(group).toBeChecked()
    await page.keyboard.press('Escape')
    await expect(row(page, '03 빈 폴더')).toContainText('제출 폴더')

    const submit = bidder.getByRole('button', { name: '파일 제출' })
    await expect(submit).toBeVisible({ timeout: 2_000 })
    await axe(bidder)
    const input = bidder.locator('input[type=file][aria-label="파일 제출"]')
    await input.setInputFiles([
      pdf('입찰 제안서.pdf', makePdf(2)),
      pdf('입찰 제안서.pdf', makePdf(1)),
    ])
    await expect(bidder.getByText('파일 2개를 업로드했습니다.').first()).toBeVisible()
    await expect(row(bidder, '입찰 제안서.pdf')).toHaveCount(0)
    await tabTo(bidder, bidder.getByRole('button', { name: '제출 내역' }), 'Shift+Tab')
    await bidder.keyboard.press('Enter')
    await expect(dialog(bidder).getByRole('listitem')).toHaveCount(2)
    await axe(bidder)
    await bidder.keyboard.press('Escape')
    await input.setInputFiles({
      name: '사진.gif',
      mimeType: 'image/gif',
      buffer: Buffer.from('GIF89a'),
    })
    await answer(bidder)

    await page.getByRole('navigation').getByRole('link', { name: '공개 대기' }).click()
    const waiting = page.getByRole('table').getByRole('row', { name: /입찰 제안서/ })
    await expect(waiting).toHaveCount(2)
    await expect(waiting.first()).toContainText('제출: 이인수 · 참여자')

    await page.goto('/admin/upload')
    await row(page, '03 빈 폴더').click({ button: 'right' })
    await menuItem(page, '공개 취소…').click()
    await dialog(page).getByRole('button', { name: '공개 취소', exact: true }).click()
    await expect(submit).toHaveCount(0, { timeout: 2_000 })
    await undo(page, '폴더 1개의 공개를 취소했습니다.')
    await expect(row(page, '03 빈 폴더')).not.toContainText('공개 대기')
    await bidder.goto(`/?folder=${ids['03 빈 폴더']}`)
    await expect(submit).toBeVisible()
    await expect(row(bidder, '입찰 제안서.pdf')).toHaveCount(0)

    await page.goto('/admin/staged')
    await page.getByRole('checkbox', { name: '입찰 제안서.pdf 선택' }).check()
    await page.getByRole('button', { name: '공개…' }).click()
    await dialog(page).getByRole('button', { name: '공개', exact: true }).click()
    await expect(row(bidder, '입찰 제안서.pdf')).toBeVisible({ timeout: 2_000 })
  },
)
