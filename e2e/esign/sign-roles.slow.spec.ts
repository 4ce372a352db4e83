import { randomBytes } from 'node:crypto'
import { LIMITS } from '../../contract/core/limits.ts'
import { pdfOf, stream } from '../../server/test/fixtures/pdf-file.ts'
import { compose, draftOf, given } from '../../server/test/scenarios/composing.ts'
import { SignerClient } from '../../server/test/scenarios/signing.ts'
import { axe } from '../support/axe.ts'
import { expect } from '../support/server-fixture.ts'
import { DESKTOP, PHONE, story } from '../support/signing-room.ts'
import { dialog } from '../support/steps.ts'

function largePdf(): Uint8Array {
  const noise = randomBytes(LIMITS.attachmentBytes)
  return pdfOf([{ content: '/Fm1 Do', entries: '/Resources << /XObject << /Fm1 4 0 R >> >>' }], {
    extra: [
      stream(
        '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray',
        noise,
      ),
    ],
  })
}

story(
  'who approves sees the document without boxes and consents to an approval; who gets a copy is asked nothing and fetches what is sealed',
  async ({ asked, openBrowser, mailbox, url }) => {
    const of = (who: string) => `${who}-${asked.template.templateId}@sign.example`
    const [signer, approver, copy] = [of('signer'), of('approver'), of('copy')]
    const { templateId } = await draftOf(
      { operator: asked.wire },
      {
        ...{ name: '합의서.pdf', pdf: largePdf() },
        people: [
          { name: '홍길동', email: signer },
          { name: '이승인', email: approver, type: 'APPROVER', order: 2 },
          { name: '박참조', email: copy, type: 'CC', order: 2 },
        ],
        boxes: [],
      },
    )
    given(await compose(asked.wire, 'addInvite', { templateId, members: [] }))
    expect((await mailbox.mailTo(copy)).text, 'there is nothing to do').not.toContain('/sign#')
    const signing = await new SignerClient(
      url,
      new URL(await mailbox.signLinkFor(signer)).hash.slice(1),
    ).sign()
    expect(signing.code).toBeUndefined()

    const page = await (await openBrowser(PHONE)).newPage()
    await page.goto(await mailbox.signLinkFor(approver))
    const bar = page.getByRole('contentinfo')
    await expect(bar).toContainText('문서를 확인하고 승인해 주세요.')
    await expect(page.getByRole('heading', { name: '합의서.pdf' })).toBeVisible()
    await expect(page.locator('.page-canvas canvas').first()).toBeVisible()
    await expect(page.getByRole('button', { name: '거절' })).toBeVisible()
    for (const name of ['서명 완료', '다음 필수 항목'])
      await expect(page.getByRole('button', { name })).toHaveCount(0)
    await expect(page.locator('.sign-box'), 'nothing is to be filled in').toHaveCount(0)
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await axe(page)
    await bar.getByRole('button', { name: '승인' }).tap()
    const last = dialog(page, '문서를 승인하시겠습니까?')
    await expect(last).toContainText(`이승인 (${approver})`)
    await expect(last).not.toContainText('자필 서명')
    const approve = last.getByRole('button', { name: '승인' })
    await expect(approve).toHaveAttribute('aria-disabled', 'true')
    await last.getByRole('checkbox', { name: /전자적으로 승인하는 데 동의/ }).check()
    await approve.click()
    await expect(
      page.getByRole('heading', { name: /^(승인을 완료했습니다|모든 서명이 끝난 문서입니다)$/ }),
    ).toBeVisible()
    await expect(page.getByRole('heading', { name: '서명을 완료했습니다' })).toHaveCount(0)

    const reading = await (await openBrowser(DESKTOP)).newPage()
    await reading.goto(await mailbox.signLinkFor(copy))
    await expect(
      reading.getByRole('heading', { name: '모든 서명이 끝난 문서입니다' }),
    ).toBeVisible()
    await expect(reading.getByText('합의서.pdf', { exact: true })).toBeVisible()
    await expect(reading.locator('.sign-box')).toHaveCount(0)
    await expect(reading.getByRole('checkbox')).toHaveCount(0)
    await expect(reading.getByRole('contentinfo')).toHaveCount(0)
    for (const name of ['거절', '승인', '서명 완료'])
      await expect(reading.getByRole('button', { name, exact: true })).toHaveCount(0)
    await axe(reading)
    const [download] = await Promise.all([
      reading.waitForEvent('download'),
      reading.getByRole('button', { name: '봉인된 문서 다운로드' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^합의서.*\.pdf$/)
  },
)

story(
  'with forced colours paper and ink stay as they are sealed, the way to sign that is chosen is framed, and all can be read',
  async ({ asked }) => {
    const page = await asked.open({ ...DESKTOP, forcedColors: 'active' })
    const box = page.getByRole('button', { name: /^1번 / })
    await expect(page.locator('.page-canvas[data-drawn]').first()).toBeVisible()
    await expect(page.locator('.sign-sheet').first()).toHaveCSS('forced-color-adjust', 'none')
    await axe(page)
    await box.click()
    const signature = dialog(page, '1번 서명란')
    const chosen = signature.locator('label[data-chosen]')
    await expect(chosen).toHaveCSS('border-top-style', 'solid')
    await expect(signature.locator('.sign-ways > label:not([data-chosen])').first()).toHaveCSS(
      'border-top-style',
      'none',
    )
    await expect(signature.locator('.sign-paper').first()).toHaveCSS(
      'background-color',
      'rgb(255, 255, 255)',
    )
    await axe(page)
  },
)
