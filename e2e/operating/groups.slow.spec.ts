import type { Page } from '@playwright/test'
import { makePdf } from '../../server/test/fixtures/make-pdf.ts'
import { enterAsOperator } from '../../server/test/harness/server-process.ts'
import { person, story } from '../support/invitation.ts'
import { expect } from '../support/server-fixture.ts'
import { answer, dialog, enter, message, row } from '../support/steps.ts'

const EMAIL = 'grouped@example.com'

const groups = (page: Page) => dialog(page, '그룹 관리')

story(
  'a person in a new group reads its documents, until the group may see none',
  async ({ operator: { page }, mailbox, openBrowser, url, room }) => {
    const wire = await enterAsOperator(url, room)
    await wire.upload([['안내문.pdf', makePdf(1)]])
    await wire.invite([{ name: '이참여', email: EMAIL }])
    await page.reload()

    await page.getByRole('button', { name: '그룹 관리' }).click()
    await groups(page).getByRole('button', { name: '그룹 만들기' }).click()
    const creating = dialog(page, '그룹 만들기')
    await creating.getByRole('radio', { name: '인수 후보' }).check()
    await creating.getByRole('textbox', { name: '그룹 이름' }).fill('인수인 A')
    await page.keyboard.press('Enter')
    await expect(creating).toHaveCount(0)
    await expect(groups(page).getByRole('listitem').filter({ hasText: '인수인 A' })).toContainText(
      '0명 · 다운로드',
    )
    await groups(page).getByRole('button', { name: '닫기' }).click()

    await person(page, EMAIL).getByRole('checkbox', { name: '이참여 선택' }).check()
    await page.getByRole('button', { name: '그룹 이동' }).click()
    const moving = dialog(page, '이참여 님의 그룹 이동')
    await moving.getByRole('radio', { name: /인수인 A/ }).check()
    await moving.getByRole('button', { name: '이동', exact: true }).click()
    await expect(person(page, EMAIL)).toContainText('인수인 A')

    const guest = await (await openBrowser()).newPage()
    await enter(guest, await mailbox.pinFor(EMAIL))
    await expect(row(guest, /안내문/)).toBeVisible()

    await page.getByRole('button', { name: '그룹 관리' }).click()
    await groups(page).getByRole('button', { name: '인수인 A 그룹 작업' }).click()
    await page.getByRole('menuitem', { name: '그룹 수정' }).click()
    const editing = dialog(page, '인수인 A 그룹 수정')
    await editing.getByRole('radio', { name: '보이지 않음' }).check()
    await editing.getByRole('button', { name: '저장' }).click()
    await expect(message(page)).toContainText('문서 1개가 이 그룹에 보이지 않게 됩니다.')
    await answer(page, '권한 변경')
    await expect(groups(page).getByRole('listitem').filter({ hasText: '인수인 A' })).toContainText(
      '1명 · 보이지 않음',
    )

    await guest.reload()
    await expect(guest.getByText('아직 등록된 문서가 없습니다.')).toBeVisible()
    await expect(row(guest, /안내문/)).toHaveCount(0)
  },
)
