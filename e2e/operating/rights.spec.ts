import type { Page } from '@playwright/test'
import {
  dialog,
  FROM_START,
  menuItem,
  newGroup,
  pathsOf,
  stand,
  story,
  toast,
  undo,
} from '../support/filled-room.ts'
import { sessionOf } from '../support/furnished-room.ts'
import { expect } from '../support/server-fixture.ts'
import { row } from '../support/steps.ts'

const SAVED = '권한을 저장했습니다.'

async function openRights(page: Page, name: string) {
  await row(page, name).click({ button: 'right' })
  await menuItem(page, '권한…').click()
  return dialog(page).getByRole('listitem', { name: '자문단', exact: true })
}

story(
  'a folder is hidden from a group, whose open list loses it at once, and the undo brings it back',
  async ({ operator: { page, client }, openBrowser, url, mailbox }) => {
    const advisers = await newGroup(client, '자문단', 'view')
    const email = 'adviser@rights.example'
    const { json } = await client.invite([{ name: '이참여', email }])
    const [person] = json.payload as readonly { readonly id: number }[]
    await client.call('POST', '/room/api/group/members', {
      body: { id: advisers, roomId: client.me.roomId, managementIds: [person?.id ?? 0] },
    })
    const session = await sessionOf(url, await mailbox.pinFor(email))
    const reader = await (
      await openBrowser({ session, viewport: { width: 1440, height: 900 } })
    ).newPage()
    await reader.goto('/')
    await expect(row(reader, '01 계약')).toBeVisible()

    const group = await openRights(page, '01 계약')
    await expect(group.getByRole('radio', { name: '열람', exact: true })).toBeChecked()
    await group.getByRole('radio', { name: '열람', exact: true }).focus()
    await page.keyboard.press('0')
    await expect(dialog(page)).toContainText("문서 3개가 '자문단' 그룹에 보이지 않게 됩니다.")
    await expect(row(reader, '01 계약')).toBeVisible()
    await dialog(page).getByRole('button', { name: '저장', exact: true }).click()
    await expect(toast(page, SAVED)).toBeVisible()
    await expect(row(reader, '01 계약')).toHaveCount(0, { timeout: 1_000 })
    await expect(row(reader, '02 재무')).toBeVisible()
    await expect(row(page, '01 계약')).toBeVisible()
    await expect(reader.getByText('자문단')).toHaveCount(0)

    await undo(page, SAVED)
    await expect(row(reader, '01 계약')).toBeVisible({ timeout: 2_000 })
  },
)

story(
  'a move that would show a hidden document asks first, and can keep it hidden',
  async ({ operator: { page, client, ids }, strictness }) => {
    strictness.expectRefusals(/\/file\/update\/move$/)
    const advisers = await newGroup(client, '자문단', 'none')
    await client.call('POST', '/room/api/grant', {
      body: {
        roomId: client.me.roomId,
        changes: [{ groupId: advisers, itemId: ids['02 재무'], level: 'view' }],
      },
    })
    const moveIntoFinance = async () => {
      await stand(page, '안내문.pdf')
      await page.keyboard.press('Shift+F10')
      await menuItem(page, '이동…').click()
      await dialog(page).getByRole('treeitem', { name: '02 재무' }).click()
      await dialog(page).getByRole('button', { name: '이동', exact: true }).click()
    }
    const question = page.getByRole('alertdialog', { name: '권한이 달라집니다' })
    await moveIntoFinance()
    await expect(question).toContainText('자문단')
    await question.getByRole('button', { name: '취소' }).click()
    await expect(row(page, '안내문.pdf')).toBeVisible()
    expect(await pathsOf(client)).toEqual(FROM_START)

    await moveIntoFinance()
    await question.getByRole('button', { name: '지금 권한 유지' }).click()
    const moved = "'02 재무' 폴더로 1개 항목을 이동했습니다."
    await expect(toast(page, moved)).toBeVisible()
    const levelsOn = async (id: number | undefined) => {
      const { json } = await client.call('GET', `/room/api/grant/list/${client.me.roomId}`, {
        query: { itemId: id ?? 0 },
      })
      return (json.payload as readonly { readonly level: string }[]).map(({ level }) => level)
    }
    expect(await levelsOn(ids['안내문.pdf'])).toEqual(['none'])
    await undo(page, moved)
    await expect(row(page, '안내문.pdf')).toBeVisible()
    await expect.poll(() => levelsOn(ids['안내문.pdf'])).toEqual([])
  },
)
