import type { Page } from '@playwright/test'
import { makeDocx } from '../../server/test/fixtures/make-docx.ts'
import { makeHwp, makeHwpx } from '../../server/test/fixtures/make-hwp.ts'
import { WireClient } from '../../server/test/harness/wire-client.ts'
import { hasOffice, officePaths } from '../../server/test/servers/office-programs.ts'
import { sessionOf } from '../support/furnished-room.ts'
import { test as base, expect } from '../support/server-fixture.ts'

const { soffice, bwrap } = officePaths()
const canConvert = hasOffice()
base.use({
  settings: {
    ...(soffice ? { SOFFICE_PATH: soffice } : {}),
    ...(bwrap ? { BWRAP_PATH: bwrap } : {}),
  },
})

interface ConvertOperator {
  readonly page: Page
  show(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>
}

const story = base.extend<{ operator: ConvertOperator }>({
  operator: async ({ openBrowser, url, room }, use) => {
    const client = new WireClient(url)
    await client.join(room.pin)
    await client.agree()
    await client.elevate(room.code)
    const session = await sessionOf(url, room.pin, { code: room.code })
    const page = await (
      await openBrowser({ session, viewport: { width: 1440, height: 900 } })
    ).newPage()
    await use({
      page,
      async show(name, bytes) {
        const { json } = await client.upload([[name, bytes]])
        await page.goto(`/?doc=${(json.payload as { id: number }[])[0]?.id}`)
      },
    })
  },
})

async function drawn(page: Page): Promise<void> {
  const image = page.getByRole('img', { name: '1쪽', exact: true })
  await expect(image).toBeVisible({ timeout: 60_000 })
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBeGreaterThan(0)
}

story(
  'a Hangul document opens by itself once its pages are made',
  async ({ operator: { page, show } }) => {
    await show('계약서.hwp', makeHwp('비밀유지 계약서'))
    await drawn(page)
    await show('부속서.hwpx', makeHwpx('부속 합의서'))
    await drawn(page)
  },
)

story(
  'one that cannot be read says so, and an operator can have it tried again',
  async ({ operator: { page, show } }) => {
    await show('손상.hwp', new Uint8Array(Buffer.from('HWP Document File V3.00 and nothing else')))
    const viewer = page.getByRole('region', { name: '손상.hwp' })
    await expect(viewer.getByText('손상된 문서라 열 수 없습니다.')).toBeVisible({ timeout: 60_000 })
    await viewer.getByRole('button', { name: '다시 시도' }).click()
    await expect(
      viewer.getByText('미리보기를 만드는 중입니다. 준비되면 바로 열립니다.'),
    ).toBeVisible()
    await expect(viewer.getByText('손상된 문서라 열 수 없습니다.')).toBeVisible({ timeout: 60_000 })
  },
)

story(
  'an Office document opens where LibreOffice is there',
  async ({ operator: { page, show } }) => {
    story.skip(!canConvert, 'no LibreOffice with bubblewrap: npm test says how it looked for them')
    await show('계약서.docx', await makeDocx('비밀유지 계약서'))
    await drawn(page)
  },
)
