import { expect, test, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import { ROLE } from '../../../contract/core/limits.ts'
import { enterByWire, invite, loadApp, newRoom, openApp } from '../../test/app.tsx'
import { dialog } from '../../test/steps.ts'

vi.setConfig({ testTimeout: 120_000 })

const AT_ONCE = '다른 운영자가 확인하면 바로, 확인하지 않으면 신청 24시간 뒤에 파기가 시작됩니다.'
const ALONE = '확인할 다른 운영자가 없습니다. 철회하지 않으면 신청 24시간 뒤에 파기가 시작됩니다.'
const EARLY =
  /지금은 다른 운영자가 확인해도 바로 시작되지 않습니다\..* 신청 24시간 뒤에 파기가 시작됩니다\. .*부터는 신청하면/

const asking = () => dialog('데이터룸 파기 신청')

test('says before a destruction is asked for whether a confirmation acts at once or the 24 hours run', async () => {
  const { roomId, roomNo, code, operator } = await newRoom()
  await openApp('/admin/ending', operator)
  await expect.element(page.getByText(ALONE)).toBeVisible()

  const second = await invite(operator)
  await operator.setRole(second.memberId, ROLE.operator)
  await loadApp('/admin/ending')
  await expect.element(page.getByText(EARLY)).toBeVisible()
  await page.getByRole('button', { name: '파기 신청' }).click()
  await expect.element(asking().getByText(EARLY)).toBeVisible()
  expect(asking().element().textContent).not.toContain(AT_ONCE)
  await asking()
    .getByRole('textbox', { name: /^데이터룸 번호/ })
    .fill(roomNo)
  await asking().getByRole('textbox', { name: '내 운영자 코드' }).fill(code)
  await asking().getByRole('button', { name: '파기 신청' }).click()
  await expect.element(page.getByText('확인으로 바로 시작할 수 없습니다.')).toBeVisible()
  const other = await enterByWire(second.pin, await commands.codeFor(second.email))
  await openApp('/admin/ending', other)
  await expect.element(page.getByText('확인으로 바로 시작할 수 없습니다.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: '파기 확인' })).not.toBeInTheDocument()

  await other.call('DELETE', '/room/api/room/ending/destruction', { body: { id: roomId } })
  await commands.rooms('ageOperators', roomId)
  await openApp('/admin/ending', operator)
  await expect.element(page.getByText(AT_ONCE)).toBeVisible()
  await page.getByRole('button', { name: '파기 신청' }).click()
  await expect.element(asking().getByText(AT_ONCE)).toBeVisible()
  expect(asking().element().textContent).not.toMatch(EARLY)
})
