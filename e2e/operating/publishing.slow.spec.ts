import type { Page } from '@playwright/test'
import { makePdf } from '../../server/test/fixtures/make-pdf.ts'
import { axe } from '../support/axe.ts'
import { dialog, menuItem, stand, story, toast, undo } from '../support/filled-room.ts'
import { sessionOf } from '../support/furnished-room.ts'
import { expect } from '../support/server-fixture.ts'
import { fileInput, focused, pdf, row, tabTo } from '../support/steps.ts'

type Tools = Pick<
  Parameters<Parameters<typeof story>[2]>[0],
  'operator' | 'mailbox' | 'openBrowser' | 'url'
>

async function besideOf({ operator: { client }, openBrowser, url, mailbox }: Tools): Promise<Page> {
  const email = 'reader@publishing.example'
  await client.invite([{ name: '이참여', email }])
  const session = await sessionOf(url, await mailbox.pinFor(email))
  const reader = await (
    await openBrowser({ session, viewport: { width: 1440, height: 900 } })
  ).newPage()
  await reader.goto('/')
  await expect(row(reader, '안내문.pdf')).toBeVisible()
  return reader
}

async function choose(page: Page, name: string, entry: string): Promise<void> {
  await row(page, name).click({ button: 'right' })
  await menuItem(page, entry).click()
}

story(
  'what is uploaded waits unseen, is checked, published with a mail, seen at once, and staged again by the undo',
  async ({ operator, mailbox, openBrowser, url }) => {
    const { page } = operator
    const reader = await besideOf({ operator, mailbox, openBrowser, url })
    await page.getByRole('button', { name: /업로드 후$/ }).click()
    await page.getByRole('option', { name: '공개 대기', exact: true }).click()
    await fileInput(page, '업로드').setInputFiles(pdf('결산.pdf', makePdf(1)))
    await expect(row(page, '결산.pdf')).toContainText('공개 대기')

    await choose(page, '결산.pdf', '공개…')
    await expect(dialog(page)).toContainText('내용이 같은 문서')
    await dialog(page).getByText('내용이 같은 문서').click()
    await expect(dialog(page).getByRole('link', { name: '결산.pdf' })).toBeVisible()
    await expect(row(reader, '결산.pdf')).toHaveCount(0)
    await dialog(page).getByRole('button', { name: '공개', exact: true }).click()
    await expect(row(reader, '결산.pdf')).toBeVisible({ timeout: 2_000 })
    await expect(row(page, '결산.pdf')).not.toContainText('공개 대기')
    expect((await mailbox.mailTo('reader@publishing.example', '새 문서')).text).toContain(
      '결산.pdf',
    )

    await undo(page, '문서 1개를 공개했습니다.')
    await expect(row(reader, '결산.pdf')).toHaveCount(0, { timeout: 2_000 })
    await expect(row(page, '결산.pdf')).toContainText('공개 대기')
  },
)

story(
  'the undo of an unpublication shows what readers had, and nothing that waited in the folder',
  async ({ operator, mailbox, openBrowser, url, strictness }) => {
    strictness.expectRefusals(/\/file\/(?:file\/(?:list|locate|outline)|(?:view|prepareFile)\/)/)
    const { page, client, ids } = operator
    const reader = await besideOf({ operator, mailbox, openBrowser, url })
    const form = client.uploadForm(ids['01 계약'] ?? 0, 4)
    form.set('staged', 'true')
    form.append('file', new Blob([makePdf(1)]), '미공개 초안.pdf')
    expect((await client.call('POST', '/room/api/file/upload', { form })).json.status).toBe('OK')
    await choose(page, '01 계약', '공개 취소…')
    await dialog(page).getByRole('button', { name: '공개 취소', exact: true }).click()
    await expect(row(reader, '01 계약')).toHaveCount(0)
    await undo(page, /공개를 취소했습니다/)
    await expect(row(reader, '01 계약')).toBeVisible()
    await row(reader, '01 계약').dblclick()
    await expect(row(reader, '계약서.pdf')).toBeVisible()
    await expect(row(reader, '미공개 초안.pdf')).toHaveCount(0)
  },
)

story(
  'a folder is staged and published by the keyboard alone, and its documents close for who reads them',
  async ({ operator, mailbox, openBrowser, url, strictness }) => {
    // The reader's requests are refused.
    strictness.expectRefusals(/\/file\/(?:file\/(?:list|locate|outline)|(?:view|prepareFile)\/)/)
    const { page } = operator
    const reader = await besideOf({ operator, mailbox, openBrowser, url })
    await reader.goto(`/?folder=${operator.ids['01 계약']}`)
    await row(reader, '계약서.pdf').getByRole('link').click()
    await expect(reader.getByRole('region', { name: '계약서.pdf', exact: true })).toBeVisible()

    await stand(page, '01 계약')
    await page.keyboard.press('Shift+F10')
    await tabTo(page, menuItem(page, '공개 취소…'), 'ArrowDown')
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toContainText('열어 둔 문서와 진행 중인 다운로드도 끝납니다')
    await tabTo(page, dialog(page).getByRole('button', { name: '공개 취소', exact: true }))
    await page.keyboard.press('Enter')
    await expect(toast(page, '문서 3개의 공개를 취소했습니다.')).toBeVisible()
    await expect(row(page, '01 계약')).toContainText('공개 대기')
    await expect(reader.getByRole('treeitem', { name: '01 계약' })).toHaveCount(0, {
      timeout: 2_000,
    })
    await expect(row(reader, '부속합의서.pdf')).toHaveCount(0)
    await expect(reader.getByText('SEALROOM page 1')).toHaveCount(0)
    await expect(
      reader.locator('.pages canvas, .page-column canvas, .page-column img'),
    ).toHaveCount(0)

    await page.getByRole('navigation').getByRole('link', { name: '공개 대기' }).click()
    await expect(page.getByRole('table').getByRole('row', { name: /01 계약/ })).toContainText(
      '폴더 전체',
    )
    await tabTo(page, page.getByRole('checkbox', { name: '01 계약 선택' }))
    await page.keyboard.press('Space')
    await tabTo(page, page.getByRole('button', { name: '공개…' }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toContainText('살펴볼 점 3건')
    await tabTo(page, dialog(page).getByRole('button', { name: '공개', exact: true }))
    await page.keyboard.press('Enter')
    await expect(page.getByText('공개를 기다리는 문서가 없습니다.')).toBeVisible()
    await expect(reader.getByRole('treeitem', { name: '01 계약' })).toBeVisible({ timeout: 2_000 })
  },
)

story(
  'a publication is ordered for a time, shown, and its order cancelled',
  async ({ operator: { page, client, ids } }) => {
    await client.call('POST', '/room/api/file/unpublish', {
      body: { roomId: client.me.roomId, ids: [ids['안내문.pdf'] ?? 0] },
    })
    await expect(row(page, '안내문.pdf')).toContainText('공개 대기')
    await choose(page, '안내문.pdf', '공개…')
    await dialog(page).getByRole('radio', { name: '예약' }).check()
    await dialog(page).getByLabel('날짜').fill('2020-01-01')
    await dialog(page).getByRole('button', { name: '예약', exact: true }).click()
    await expect(dialog(page).getByRole('alert')).toHaveText('지금보다 뒤의 시각을 선택해 주세요.')
    await dialog(page)
      .getByLabel('날짜')
      .fill(new Date(Date.now() + 86_400_000 * 3).toISOString().slice(0, 10))
    await dialog(page).getByRole('button', { name: '예약', exact: true }).click()
    await expect(toast(page, '공개하도록 예약했습니다.')).toBeVisible()
    await page.goto('/admin/staged')
    await expect(page.getByRole('table')).toContainText('예정')
    await axe(page)
    await page.getByRole('checkbox', { name: '안내문.pdf 선택' }).check()
    await page.getByRole('button', { name: '예약 해제' }).click()
    await expect(page.getByRole('table')).not.toContainText('예정')
  },
)

story(
  'a folder says what becomes of uploads into it, and a version that waits leaves readers the one they have',
  async ({ operator, mailbox, openBrowser, url }) => {
    const { page, client, ids } = operator
    const reader = await besideOf({ operator, mailbox, openBrowser, url })
    await choose(page, '01 계약', '업로드 공개 방식…')
    await dialog(page).getByRole('radio', { name: '공개할 때까지 운영자만' }).check()
    await dialog(page).getByRole('button', { name: '저장' }).click()
    await page.goto(`/admin/upload?folder=${ids['01 계약']}`)
    await expect(page.getByRole('button', { name: /업로드 후$/ })).toContainText(
      '폴더 설정: 공개 대기',
    )
    await fileInput(page, '업로드').setInputFiles(pdf('계약서.pdf', makePdf(2)))
    await dialog(page).getByRole('button', { name: '바꾸기' }).click()
    await expect(row(page, '계약서.pdf')).toContainText('새 버전 공개 대기')
    await choose(page, '계약서.pdf', '이전 버전…')
    await expect(dialog(page).getByRole('listitem').first()).toContainText('공개 대기')
    await expect(dialog(page).getByRole('listitem').nth(1)).toContainText('현재 버전')
    await page.keyboard.press('Escape')
    await reader.goto(`/?folder=${ids['01 계약']}`)
    await expect(row(reader, '계약서.pdf')).not.toContainText('대기')
    expect((await client.versions(ids['01 계약/계약서.pdf'] ?? 0)).json.payload).toMatchObject([
      { staged: true },
      { staged: false },
    ])
    await expect(focused(page)).toBeVisible()
  },
)
