import { given } from '../../server/test/scenarios/composing.ts'
import { axe } from '../support/axe.ts'
import { edit, sheet, signBox, story } from '../support/composing-room.ts'
import { expect } from '../support/server-fixture.ts'
import { dialog } from '../support/steps.ts'

story('by touch a box is placed and dragged on a phone', async ({ author }) => {
  const { templateId } = await author.draft()
  const page = await author.open({ viewport: { width: 390, height: 844 }, hasTouch: true })
  await edit(page, templateId)
  // At 60%, the page needs no horizontal scrolling.
  await expect(page.getByText('60%')).toBeVisible()
  await page.getByRole('button', { name: '도구' }).tap()
  await page.getByRole('dialog').getByRole('button', { name: '서명란', exact: true }).tap()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await sheet(page).tap({ position: { x: 53 * 0.6, y: 83 * 0.6 } })
  await expect(signBox(page)).toHaveCount(1)
  await expect
    .poll(async () => (await author.stored(templateId)).boxes)
    .toMatchObject([{ scaledX: expect.closeTo(50, 0), scaledY: expect.closeTo(80, 0) }])
})

story('the certificate of the seal can be compared and saved', async ({ author }) => {
  const reported = given<{ fingerprint: string; subject: string; pem: string }>(
    await author.wire.call('GET', '/esign/api/certificate'),
  )
  const page = await author.open()
  await page.goto('/compose')
  await page.getByRole('contentinfo').getByRole('button', { name: '봉인 인증서' }).click()
  const shown = dialog(page, '봉인 인증서')
  await expect(shown).toContainText(reported.fingerprint)
  await expect(shown).toContainText(reported.subject)
  await expect(shown).toContainText('이 서버가 스스로 발급(자체 서명)')
  await expect(shown).toContainText('신뢰할 수 있는 인증서에 추가하게 해 주세요.')
  await expect(shown).not.toContainText('PRIVATE KEY')
  await axe(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    shown.getByRole('button', { name: '인증서 다운로드' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('certificate.pem')
  await shown.getByRole('button', { name: '확인' }).click()
  await expect(shown).toHaveCount(0)
})
