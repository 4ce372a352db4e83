import { boxOf, compose, draftOf, given } from '../../server/test/scenarios/composing.ts'
import { SignerClient } from '../../server/test/scenarios/signing.ts'
import { axe } from '../support/axe.ts'
import { expect } from '../support/server-fixture.ts'
import {
  BOXES,
  box,
  consent,
  DESKTOP,
  PHONE,
  progress,
  story,
  typeName,
  write,
} from '../support/signing-room.ts'
import { dialog } from '../support/steps.ts'

story(
  'letters that the sealed document cannot show are reported where they are typed, and written into no box',
  async ({ asked }) => {
    const page = await asked.open(DESKTOP)
    await box(page, 2).click()
    const text = dialog(page, '2번 텍스트')
    await text.getByRole('textbox').fill('서울 😀')
    await expect(text.getByRole('alert')).toHaveText('문서에 쓸 수 없는 문자가 있습니다: 😀')
    await text.getByRole('button', { name: '입력' }).click()
    await expect(text.getByRole('textbox')).toBeFocused()
    await axe(page)
    expect(await page.evaluate(() => sessionStorage.getItem('sign.fillings'))).toBeNull()
    await text.getByRole('textbox').fill('서울')
    await expect(text.getByRole('alert')).toHaveText('')
    await text.getByRole('button', { name: '입력' }).click()
    await expect(text).toHaveCount(0)
    await expect(box(page, 2)).toHaveText('서울')
  },
)

story(
  'a box says what its author calls it: on the page, by its name and where it is written in',
  async ({ asked }) => {
    const page = await asked.open(PHONE)
    await expect(box(page, 2)).toHaveAccessibleName('2번 텍스트, 필수')
    await expect(box(page, 3)).toHaveAccessibleName('3번 직책, 텍스트, 선택')
    await expect(box(page, 3)).toHaveText('3직책')
    await axe(page)
    await box(page, 3).tap()
    const asks = dialog(page, '3번 직책')
    await expect(asks.getByRole('textbox', { name: '3번 직책' })).toBeFocused()
    await asks.getByRole('textbox').fill('대표이사')
    await expect(page.locator('.scrim')).toHaveCSS('opacity', '1')
    await axe(page)
    await asks.getByRole('button', { name: '입력' }).click()
    await expect(box(page, 3)).toHaveText('대표이사')
    await expect(box(page, 3)).toHaveAccessibleName('3번 직책, 텍스트, 입력함')
  },
)

story(
  'after signing, the page shows who still has to sign and what follows, and the mailed file can be verified',
  async ({ asked, openBrowser, mailbox, url }) => {
    const other = `second-${asked.template.templateId}@sign.example`
    const people = [asked.email, other].map((email) => ({ email, name: '홍길동' }))
    const boxes = people.map(({ email }, index) =>
      boxOf({ id: `${index}`, typeName: 'TEXT', scaledH: 40, participant: email }),
    )
    const { templateId } = await draftOf(
      { operator: asked.wire },
      { name: '합의서.pdf', people, boxes },
    )
    given(await compose(asked.wire, 'addInvite', { templateId, members: [] }))
    const [link, otherLink] = [
      await mailbox.signLinkFor(asked.email),
      await mailbox.signLinkFor(other),
    ]
    const signerBy = (of: string) => new SignerClient(url, new URL(of).hash.slice(1))
    expect((await signerBy(link).sign()).http).toBe(200)
    const page = await (await openBrowser(PHONE)).newPage()
    await page.goto(link)
    await expect(page.getByRole('heading', { name: '서명을 완료했습니다' })).toBeVisible()
    await expect(page.getByRole('status')).toContainText(
      '아직 서명이나 승인을 마치지 않은 사람이 있습니다. 모두 마치면 문서를 봉인하여 메일로',
    )
    await expect(page.getByText(other)).toHaveCount(0)
    await expect(page.getByRole('button', { name: '봉인된 문서 다운로드' })).toHaveCount(0)
    await axe(page)

    expect((await signerBy(otherLink).sign()).http).toBe(200)
    await expect(page.getByRole('heading', { name: '모든 서명이 끝난 문서입니다' })).toBeVisible({
      timeout: 60_000,
    })
    await expect(page.getByText('아직 서명이나 승인을 마치지 않은')).toHaveCount(0)
    await axe(page)
    const mail = await mailbox.mailTo(asked.email, '서명 완료')
    expect(mail.text).toContain(new URL('/verify', url).href)
    const [file] = mail.attachments
    expect(file?.filename).toBe('합의서 (서명 완료).pdf')

    const [verify] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: '문서 확인 페이지 열기' }).click(),
    ])
    await expect(verify).toHaveURL(new URL('/verify', url).href)
    const buffer = Buffer.from(file?.content as ArrayBuffer)
    await verify
      .locator('input[type=file][multiple]')
      .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer })
    await verify.getByRole('textbox', { name: '메일에 적힌 값과 비교' }).fill(mail.text ?? '')
    await expect(
      verify
        .getByRole('status')
        .filter({ hasText: '메일에 적힌 파일과 같습니다. 인증서 지문이 같습니다.' }),
    ).toBeVisible()
  },
)

story(
  'a link that opens nothing says why in words, in either language',
  async ({ asked, openBrowser, strictness }) => {
    strictness.expectRefusals(/\/esign\/api\/sign/)
    const page = await (await openBrowser(PHONE)).newPage()
    await page.goto('/sign')
    await expect(page.getByRole('heading', { name: '사용할 수 없는 링크입니다' })).toBeVisible()
    await page.goto(`/sign#${'A'.repeat(32)}`)
    await expect(page.getByRole('heading', { name: '사용할 수 없는 링크입니다' })).toBeVisible()
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
    await axe(page)
    const signing = await asked.open(DESKTOP)
    await expect(box(signing, BOXES.length)).toBeAttached()
    given(await compose(asked.wire, 'cancel', { templateId: asked.template.templateId }))
    await signing.reload()
    await expect(signing.getByRole('heading', { name: '서명 요청이 취소되었습니다' })).toBeVisible()
    await expect(signing.getByRole('contentinfo')).toHaveCount(0)
  },
)

story(
  'what was filled in is there again by the new link after a reminder ended the one in use',
  async ({ asked, openBrowser, mailbox, strictness }) => {
    strictness.expectRefusals(/\/esign\/api\/sign/)
    const page = await asked.open(DESKTOP)
    await typeName(page, 1)
    await write(page, 2, '서울특별시')
    await expect(progress(page, 3)).toBeVisible()
    given(
      await compose(asked.wire, 'addInvite', {
        templateId: asked.template.templateId,
        members: [{ name: '홍길동', email: asked.email }],
      }),
    )
    const fresh = await mailbox.signLinkFor(asked.email)
    expect(fresh).not.toBe(asked.link)
    const last = await consent(page)
    await last.getByRole('button', { name: '서명 완료' }).click()
    await expect(page.getByRole('heading', { name: '사용할 수 없는 링크입니다' })).toBeVisible()

    const other = await page.context().newPage()
    await other.goto(fresh)
    await expect(progress(other, 3)).toBeVisible()
    await expect(box(other, 2)).toContainText('서울특별시')
    expect(await other.evaluate(() => localStorage.getItem('sign.fillings.aside'))).toBeNull()
    const stranger = await (await openBrowser(DESKTOP)).newPage()
    await stranger.goto(fresh)
    await expect(progress(stranger, 0)).toBeVisible()
  },
)
