import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { isWholeArchive } from '../../contract/proof/verify-archive.ts'
import { filesIn, verdictOf } from '../../server/test/scenarios/archives.ts'
import { moveInto, newGroup } from '../../server/test/scenarios/groups.ts'
import { axe } from '../support/axe.ts'
import { dialog, story, toast } from '../support/filled-room.ts'
import { sessionOf } from '../support/furnished-room.ts'
import { expect } from '../support/server-fixture.ts'
import { focused } from '../support/steps.ts'

async function saved(
  page: Page,
  act: () => Promise<void>,
): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

story(
  'operators record what a group can see, download the record, and it is verified on the page',
  async ({ operator, openBrowser, url }) => {
    const { page, client } = operator
    await client.invite([{ name: '이참여', email: 'reader@disclosure.example' }])
    const room = { operator: client, roomId: client.me.roomId }
    const groupId = await newGroup(room, '매수인 갑', 'view')
    await page.goto('/admin/dashboard')
    await page.getByRole('link', { name: '공개 기록' }).click()
    await expect(page.getByText('아직 공개 기록이 없습니다.')).toBeVisible()
    await axe(page)

    await page.getByRole('button', { name: '공개 기록 만들기' }).focus()
    await page.keyboard.press('Enter')
    await dialog(page).getByRole('button', { name: '만들기', exact: true }).click()
    await expect(dialog(page).getByRole('alert')).toHaveText('그룹을 선택해 주세요.')
    await dialog(page)
      .getByRole('button', { name: /그룹 선택/ })
      .click()
    await page.getByRole('option', { name: '매수인 갑' }).click()
    await axe(page)
    await dialog(page).getByRole('button', { name: '만들기', exact: true }).click()
    await expect(toast(page, '공개 기록을 만들었습니다.')).toBeVisible()
    await expect(focused(page)).toHaveText('공개 기록 만들기')
    const row = page.getByRole('listitem').filter({ hasText: '매수인 갑' })
    await expect(row).toContainText('답변 0건')
    await axe(page)

    const { name, bytes } = await saved(page, () =>
      row.getByRole('button', { name: /공개 기록 다운로드/ }).click(),
    )
    expect(name).toMatch(/^공개 기록 매수인 갑 .*\.zip$/)
    expect(isWholeArchive(await verdictOf(filesIn(bytes)))).toBe(true)
    expect(groupId).toBeGreaterThan(0)

    const outside = await (await openBrowser({ viewport: { width: 1440, height: 900 } })).newPage()
    await outside.goto(`${url}/verify`)
    await outside
      .locator('input[type=file][multiple]')
      .setInputFiles({ name, mimeType: '', buffer: bytes })
    await expect(outside.getByRole('region', { name: '확인 결과' })).toContainText(
      '공개 기록, 매수인 갑 그룹',
    )
  },
)

story(
  'everybody downloads the index of what they see, operators also as a group sees it',
  async ({ operator, mailbox, openBrowser, url, strictness }) => {
    // The server refuses the index for a time before the group existed.
    strictness.expectRefusals(/\/room\/api\/file\/index\/\d+$/)
    const { page, client } = operator
    const email = 'reader@index.example'
    await client.invite([{ name: '이참여', email }])
    const session = await sessionOf(url, await mailbox.pinFor(email))
    const room = { operator: client, roomId: client.me.roomId }
    const nothing = await newGroup(room, '아무것도', 'none')
    const reader = await (
      await openBrowser({ session, viewport: { width: 1440, height: 900 } })
    ).newPage()
    await reader.goto('/')
    const open = async (at: Page): Promise<void> => {
      await at.getByRole('button', { name: /^내 계정/ }).click()
      await at.getByRole('menuitem', { name: '문서 색인 다운로드' }).click()
    }
    await open(reader)
    await expect(dialog(reader).getByText('보는 사람')).toHaveCount(0)
    await axe(reader)
    await dialog(reader).getByRole('button', { name: 'CSV', exact: true }).click()
    const own = await saved(reader, () =>
      dialog(reader).getByRole('button', { name: '다운로드', exact: true }).click(),
    )
    expect(own.bytes.toString()).toContain('01 계약')

    await open(page)
    await dialog(page).getByRole('button', { name: 'CSV', exact: true }).click()
    await dialog(page)
      .getByRole('button', { name: /보는 사람/ })
      .click()
    await page.getByRole('option', { name: '아무것도' }).click()
    const none = await saved(page, () =>
      dialog(page).getByRole('button', { name: '다운로드', exact: true }).click(),
    )
    expect(none.bytes.toString()).not.toContain('01 계약')

    await open(page)
    await expect(dialog(page).getByText('기준 시각')).toHaveCount(0)
    await dialog(page)
      .getByRole('button', { name: /보는 사람/ })
      .click()
    await page.getByRole('option', { name: '아무것도' }).click()
    await dialog(page).getByRole('radio', { name: '지난 시각' }).check()
    await expect(dialog(page).getByRole('button', { name: 'CSV', exact: true })).toHaveCount(0)
    await axe(page)
    await page.screenshot({ path: '.build/screens/index-of-the-past.png' })
    await dialog(page).getByRole('button', { name: '다운로드', exact: true }).click()
    await expect(
      page.getByText('이 그룹은 그 시각에 아직 없었습니다.', { exact: false }),
    ).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')

    await moveInto(room, nothing, [
      { memberId: (await client.members()).find((member) => member.email === email)?.id ?? 0 },
    ])
    await open(reader)
    const after = await saved(reader, () =>
      dialog(reader).getByRole('button', { name: '다운로드', exact: true }).click(),
    )
    expect(after.name).toMatch(/\.xlsx$/)
  },
)
