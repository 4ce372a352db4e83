import { makePdf } from '../../server/test/fixtures/make-pdf.ts'
import { axe } from '../support/axe.ts'
import { dialog, story, toast } from '../support/filled-room.ts'
import { sessionOf } from '../support/furnished-room.ts'
import { expect } from '../support/server-fixture.ts'
import { answer, fileInput, pdf, row } from '../support/steps.ts'

story(
  'a content operator is made from the list of people, fills the room, and finds nothing that decides',
  async ({ operator: { page, client, ids }, mailbox, openBrowser, url }) => {
    const email = 'filler@content.example'
    await client.invite([{ name: '최자료', email }])
    const pin = await mailbox.pinFor(email)
    await page.goto('/admin/invitation')
    await page.getByRole('row', { name: /최자료/ }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: '자료 담당 운영자로 지정' }).click()
    await answer(page, '자료 담당 운영자로 지정')
    await expect(toast(page, '최자료 님을 운영자로 지정했습니다.')).toBeVisible()
    await expect(page.getByRole('row', { name: /최자료/ })).toContainText('자료 담당 운영자')
    const code = await mailbox.codeFor(email)

    const filler = await (
      await openBrowser({
        session: await sessionOf(url, pin),
        viewport: { width: 1440, height: 900 },
      })
    ).newPage()
    await filler.goto('/')
    await expect(row(filler, '안내문.pdf')).toBeVisible()
    await expect(filler.getByRole('link', { name: '질의·자료요청' })).toHaveCount(0)
    await filler.getByRole('link', { name: '운영자 화면' }).click()
    await filler.getByRole('textbox', { name: '운영자 코드' }).fill(code)
    await filler.keyboard.press('Enter')
    await expect(
      filler.getByText('올린 문서는 다른 운영자가 공개해야 참여자에게 보입니다.'),
    ).toBeVisible()
    const menu = filler.getByRole('navigation', { name: '메뉴' })
    await expect(menu.getByRole('link')).toHaveText([
      '파일 업로드',
      '새로운 문서',
      '공개 대기',
      '휴지통',
    ])
    await axe(filler)

    await fileInput(filler, '업로드').setInputFiles(pdf('결산.pdf', makePdf(1)))
    await expect(row(filler, '결산.pdf')).toContainText('공개 대기')
    await row(filler, '결산.pdf').click({ button: 'right' })
    await expect(filler.getByRole('menuitem', { name: '이름 바꾸기' })).toBeVisible()
    for (const entry of ['공개…', '삭제', '권한…', '파일 활동 내역 보기']) {
      await expect(filler.getByRole('menuitem', { name: entry, exact: true })).toHaveCount(0)
    }
    await filler.keyboard.press('Escape')
    await row(filler, '결산.pdf').focus()
    await filler.keyboard.press('Delete')
    await expect(dialog(filler).or(filler.getByRole('alertdialog'))).toHaveCount(0)

    await menu.getByRole('link', { name: '공개 대기' }).click()
    await expect(filler.getByRole('table')).toContainText('결산.pdf')
    await expect(filler.getByRole('checkbox')).toHaveCount(0)
    await expect(filler.getByRole('button', { name: '공개…' })).toHaveCount(0)
    await filler.goto('/admin/permissions')
    await expect(filler).toHaveURL(/\/admin\/upload$/)
    await expect(row(filler, '결산.pdf')).toBeVisible()

    await page.goto(`/admin/upload?folder=0`)
    await expect(row(page, '결산.pdf')).toContainText('공개 대기')
    expect(ids['결산.pdf']).toBeUndefined()
  },
)
