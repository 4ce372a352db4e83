import type { Locator, Page } from '@playwright/test'
import type { Template } from '../../contract/features/composed.ts'
import { makePdf } from '../../server/test/fixtures/make-pdf.ts'
import { enterAsOperator } from '../../server/test/harness/server-process.ts'
import type { WireClient } from '../../server/test/harness/wire-client.ts'
import { boxOf, compose, draftOf, given } from '../../server/test/scenarios/composing.ts'
import { test as base, expect, type StoryBrowserOptions } from './server-fixture.ts'
import { dialog } from './steps.ts'

export const PHONE: StoryBrowserOptions = { viewport: { width: 390, height: 844 }, hasTouch: true }
export const DESKTOP: StoryBrowserOptions = { viewport: { width: 1280, height: 900 } }

interface SigningRoom {
  open(options?: StoryBrowserOptions): Promise<Page>
  readonly wire: WireClient
  readonly template: Template
  readonly email: string
  readonly link: string
}

export const BOXES = [
  { id: 'sign-1', scaledX: 60, scaledY: 300, scaledW: 180, scaledH: 80 },
  { id: 'text-1', typeName: 'TEXT', scaledX: 300, scaledY: 300, scaledW: 200, scaledH: 40 },
  {
    id: 'text-2',
    typeName: 'TEXT',
    scaledX: 300,
    scaledY: 400,
    scaledW: 200,
    scaledH: 40,
    required: false,
    label: '직책',
  },
  { id: 'sign-2', page: 1, scaledX: 60, scaledY: 600, scaledW: 180, scaledH: 80 },
] as const

export const story = base.extend<{ asked: SigningRoom }>({
  asked: async ({ openBrowser, url, room, mailbox }, use) => {
    const wire = await enterAsOperator(url, room)
    const email = `signer-${room.roomId}@sign.example`
    const template = await draftOf(
      { operator: wire },
      {
        pdf: makePdf(2),
        name: '비밀유지계약.pdf',
        fields: { notice: '두 곳에 서명해 주세요.\n9일까지 부탁드립니다.' },
        people: [{ name: '홍길동', email }],
        boxes: BOXES.map((box) => boxOf({ ...box, participant: email })),
      },
    )
    given(await compose(wire, 'addInvite', { templateId: template.templateId, members: [] }))
    const link = await mailbox.signLinkFor(email)
    await use({
      ...{ wire, template, email, link },
      async open(options = PHONE) {
        const page = await (await openBrowser(options)).newPage()
        await page.goto(link)
        return page
      },
    })
  },
})

export const box = (page: Page, number: number): Locator =>
  page.getByRole('button', { name: new RegExp(`^${number}번 `) })

export const finish = (page: Page): Locator =>
  page.getByRole('contentinfo').getByRole('button', { name: '서명 완료' })

export const progress = (page: Page, done: number): Locator =>
  page.getByRole('contentinfo').getByText(`필수 항목 3개 중 ${done}개 완료`, { exact: true })

export async function typeName(page: Page, number: number): Promise<void> {
  await box(page, number).click()
  const asked = dialog(page, `${number}번 서명란`)
  await asked.getByText('이름 쓰기').click()
  await expect(asked.getByRole('img', { name: '서명 미리보기' })).toBeVisible()
  await asked.getByRole('button', { name: '이 서명 사용' }).click()
  await expect(asked).toHaveCount(0)
}

export async function write(page: Page, number: number, text: string): Promise<void> {
  await box(page, number).click()
  const asked = dialog(page, `${number}번 텍스트`)
  await asked.getByRole('textbox').fill(text)
  await asked.getByRole('button', { name: '입력' }).click()
  await expect(asked).toHaveCount(0)
}

export async function consent(page: Page): Promise<Locator> {
  await finish(page).click()
  const asked = dialog(page, '서명을 완료하시겠습니까?')
  await asked.getByRole('checkbox').check()
  return asked
}
