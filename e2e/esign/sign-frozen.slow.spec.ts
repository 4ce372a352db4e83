import { axe } from '../support/axe.ts'
import { expect } from '../support/server-fixture.ts'
import { PHONE, story } from '../support/signing-room.ts'

const FROZEN =
  '데이터룸이 동결되어 지금은 서명하거나 거절할 수 없습니다. 다시 열리면 이 창에서 이어서 할 수 있습니다.'

story(
  'a signer of a frozen room reads and sees why signing is not possible; a closed room shows nothing',
  async ({ asked, strictness }) => {
    strictness.expectRefusals(/\/esign\/api\/sign(\/\w+)?$/)
    const { wire } = asked
    const move = (phase: string) =>
      wire.call('PUT', '/room/api/room/ending/phase', { body: { id: wire.me.roomId, phase } })
    const page = await asked.open(PHONE)
    const finish = page.getByRole('contentinfo').getByRole('button', { name: '서명 완료' })
    const decline = page.getByRole('button', { name: '거절', exact: true })
    await expect(decline).toBeEnabled()
    await decline.click()
    await page.getByRole('dialog').getByRole('textbox').fill('조건을 다시 보겠습니다.')
    await move('frozen')
    await page.getByRole('dialog').getByRole('button', { name: '거절' }).click()
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('동결')
    await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue(
      '조건을 다시 보겠습니다.',
    )
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('contentinfo')).toContainText(FROZEN)
    for (const button of [finish, decline]) {
      await expect(button).toHaveAttribute('aria-disabled', 'true')
      await expect(button).toHaveAccessibleDescription(FROZEN)
    }
    await expect(page.getByText('두 곳에 서명해 주세요.')).toBeVisible()
    await axe(page)

    await move('open')
    await expect(decline).toBeEnabled({ timeout: 20_000 })
    await expect(page.getByRole('contentinfo')).not.toContainText(FROZEN)

    await move('closed')
    await page.reload()
    await expect(page.getByRole('heading', { name: '종료된 데이터룸입니다' })).toBeVisible()
    await expect(page.getByText('두 곳에 서명해 주세요.')).toHaveCount(0)

    await move('open')
    await page.reload()
    await expect(decline).toBeEnabled()
    await expect(page.getByRole('contentinfo')).not.toContainText(FROZEN)
  },
)
