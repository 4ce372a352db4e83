import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { boxOf, draftOf, given } from '../../server/test/scenarios/composing.ts'
import { SignerClient } from '../../server/test/scenarios/signing.ts'
import { axe } from '../support/axe.ts'
import { act, NAME, story } from '../support/composing-room.ts'
import { sessionOf } from '../support/furnished-room.ts'
import { expect } from '../support/server-fixture.ts'
import { dialog, row } from '../support/steps.ts'

const SEALED_NAME = '계약서 (서명 완료).pdf'

const status = (page: Page, name: string): Locator =>
  page.locator('.document-head').getByText(name, { exact: true })
const reported = (page: Page, text: string): Locator =>
  page.locator('.toast').filter({ hasText: text })

story(
  'from the invitation to the folder: signed by its link, sealed, downloaded, and not seen by others before it is kept',
  async ({ author, openBrowser, url, mailbox, room }) => {
    const { wire } = author
    const email = `hong@room-${room.roomId}.example`
    const folder = await wire.newFolder('체결본')
    const reader = { name: '이참여', email: `reader@room-${room.roomId}.example` }
    given(await wire.invite([reader]))
    const { templateId } = await draftOf(
      { operator: wire },
      {
        name: NAME,
        people: [{ name: '홍길동', email }],
        boxes: [boxOf({ participant: email, scaledH: 60 })],
      },
    )
    const page = await author.open()
    await page.goto(`/compose/document/${templateId}`)
    await expect(page.getByRole('heading', { name: NAME, level: 1 })).toBeVisible()
    await act(page, '서명 요청').click()
    const asked = dialog(page, '서명 요청')
    await expect(asked.getByRole('listitem')).toContainText(email)
    await axe(page)
    await asked.getByRole('button', { name: '요청 보내기' }).click()
    await expect(status(page, '서명 진행 중')).toBeVisible()
    await expect(act(page, '봉인된 PDF 다운로드')).toHaveCount(0)
    await expect(act(page, '삭제')).toHaveCount(0)
    const signer = new SignerClient(url, new URL(await mailbox.signLinkFor(email)).hash.slice(1))
    expect((await signer.sign()).http).toBe(200)
    await expect
      .poll(async () => (await author.stored(templateId)).status, { timeout: 30_000 })
      .toBe('COMPLETED')
    await page.reload()
    await expect(status(page, '완료')).toBeVisible()

    const downloading = page.waitForEvent('download')
    await act(page, '봉인된 PDF 다운로드').click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe(SEALED_NAME)
    const bytes = await readFile(await download.path())
    const { resultSha256, sourceSha256 } = await author.stored(templateId)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(resultSha256)
    expect(resultSha256).not.toBe(sourceSha256)
    expect(bytes.includes('/ETSI.CAdES.detached')).toBe(true)

    const other = await (
      await openBrowser({ session: await sessionOf(url, await mailbox.pinFor(reader.email)) })
    ).newPage()
    await other.goto('/')
    await row(other, '체결본').getByRole('link').click()
    await expect(other.getByText('아직 등록된 문서가 없습니다.')).toBeVisible()
    await expect(row(other, SEALED_NAME)).toHaveCount(0)
    expect(await wire.items(folder)).toEqual([])

    await act(page, '데이터룸에 보관').click()
    await expect(dialog(page, '보관할 폴더: 최상위 폴더')).toBeVisible()
    await axe(page)
    await page.getByRole('dialog').getByRole('button', { name: '체결본' }).click()
    await expect(
      dialog(page, '보관할 폴더: 체결본').getByText('하위 폴더가 없습니다.'),
    ).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: '여기에 보관' }).click()
    await expect(reported(page, `${SEALED_NAME} 파일을 보관했습니다.`)).toBeVisible()
    await other.reload()
    await expect(row(other, SEALED_NAME)).toBeVisible()
    expect((await wire.items()).map(({ name }) => name)).toEqual(['체결본'])
  },
)
