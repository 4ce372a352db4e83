import { line, pdfOf, textPage } from '../../server/test/fixtures/pdf-file.ts'
import { compose, draftOf, given } from '../../server/test/scenarios/composing.ts'
import { axe } from '../support/axe.ts'
import { expect } from '../support/server-fixture.ts'
import { DESKTOP, PHONE, story as signing } from '../support/signing-room.ts'
import { dialog, hold } from '../support/steps.ts'

const RANGE_BYTES = 262_144

function longPdf(): Uint8Array {
  const [first, second] = [textPage('first page'), textPage('second page')]
  return pdfOf([
    { ...first, content: `${line('first page')}\n${`%${'x'.repeat(80)}\n`.repeat(12_000)}` },
    second,
  ])
}

const story = signing.extend<{ link: string }>({
  link: async ({ asked, mailbox }, use) => {
    const email = `long-${asked.template.templateId}@sign.example`
    const people = [{ name: '홍길동', email }]
    const { templateId } = await draftOf(
      { operator: asked.wire },
      { name: '합의서.pdf', pdf: longPdf(), people },
    )
    given(await compose(asked.wire, 'addInvite', { templateId, members: [] }))
    await use(await mailbox.signLinkFor(email))
  },
})

story(
  'a part of the document that fails to load shows an error, and loads when retried; the rest stays',
  async ({ link, browser }) => {
    // The pdf.js worker also reports this.
    const page = await browser.newPage(PHONE)
    let isCut = true
    await page.route(/\/esign\/api\/sign\/file/, (route) => {
      const isLater = route.request().headers()['range']?.startsWith(`bytes=${RANGE_BYTES}-`)
      return isCut && isLater ? route.abort('connectionreset') : route.continue()
    })
    await page.goto(link)
    const first = page.getByRole('region', { name: '1쪽' })
    await expect(first).toContainText('이 쪽을 표시하지 못했습니다.')
    await axe(page)
    isCut = false
    await first.getByRole('button', { name: '다시 시도' }).tap()
    await expect(first.locator('.page-canvas[data-drawn]')).toBeVisible()
    await expect(page.getByText('이 쪽을 표시하지 못했습니다.')).toHaveCount(0)
    await expect(page.locator('#main')).toBeFocused()
    await page.close()
  },
)

story(
  'a connection lost after signing shows an error, and another press that signing is complete',
  async ({ link, openBrowser, strictness }) => {
    const state = /\/esign\/api\/sign$/
    strictness.expectRefusals(/\/esign\/api\/sign(\/complete)?$/)
    const page = await (await openBrowser(PHONE)).newPage()
    await page.goto(link)
    await page.getByRole('contentinfo').getByRole('button', { name: '승인' }).tap()
    const last = dialog(page, '문서를 승인하시겠습니까?')
    await last.getByRole('checkbox').check()
    await page.route(state, (route) => route.abort('connectionreset'))
    await last.getByRole('button', { name: '승인' }).click()
    await expect(last.getByRole('alert')).toContainText('요청을 처리하지 못했습니다.')
    await page.unroute(state)
    await last.getByRole('button', { name: '다시 시도' }).click()
    await expect(
      page.getByRole('heading', { name: /^(서명을 완료했습니다|모든 서명이 끝난 문서입니다)$/ }),
    ).toBeVisible()
  },
)

story('no signature is made of a name whose letters are still to come', async ({ asked }) => {
  const page = await asked.open(DESKTOP)
  await page.getByRole('button', { name: /^1번 / }).click()
  const signature = dialog(page, '1번 서명란')
  const use = signature.getByRole('button', { name: '이 서명 사용' })
  const preview = signature.getByRole('img', { name: '서명 미리보기' })
  await signature.getByText('이름 쓰기').click()
  await expect(preview).toBeVisible()
  const before = await preview.getAttribute('src')
  const letGo = await hold(page, /nanum-pen-script.*\.woff2?$/)
  await signature.getByRole('textbox').fill('Hong Gildong')
  await use.click()
  await expect(signature.getByText('먼저 서명을 만들어 주세요.')).toBeVisible()
  await expect(preview).toHaveCount(0)
  letGo()
  await expect(preview).toBeVisible()
  await expect(signature.getByText('먼저 서명을 만들어 주세요.')).toHaveCount(0)
  expect(await preview.getAttribute('src')).not.toBe(before)
  await use.click()
  await expect(signature).toHaveCount(0)
})
