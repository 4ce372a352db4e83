import { expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { loadApp, newRoom, openApp, recordCalls } from '../../test/app.tsx'
import { expectMessage } from '../../test/invitation.ts'
import '../../test/locating.ts'
import { answer, focus, focused, message } from '../../test/steps.ts'

const more = page.getByRole('button', { name: '더 보기', exact: true })

async function openSwitches() {
  const { operator } = await newRoom()
  await openApp('/admin/upload', operator)
  const calls = recordCalls()
  const reported = () => calls.filter(({ call }) => call.endsWith('/room/api/room/update/toggle'))
  return { email: operator.me.email, reported }
}

test('the watermark is switched after a question, says what it means, and is shown as it will look [watermark-switch]', async () => {
  const { email, reported } = await openSwitches()
  const watermark = page.getByRole('switch', { name: /워터마크/ })
  await expect.element(watermark).toBeChecked()
  await watermark.click()
  await expectMessage('워터마크를 끄시겠습니까?')
  await expectMessage('다운로드 권한이 있는 사람이 표시 없는 원본을 받으며')
  await expectMessage('바로 적용되며 활동 내역에 기록됩니다.')
  await expect.element(page.getByRole('alertdialog', { name: '워터마크 끄기' })).toBeVisible()
  await expect.poll(() => focused()?.textContent).toBe('취소')
  await commands.press('Enter')
  await expect.poll(message).toBeNull()
  await expect.element(watermark).toBeChecked()
  await expect.element(watermark).toHaveFocus()
  expect(reported()).toEqual([])

  await commands.press('Space')
  await answer('워터마크 끄기')
  await expect.element(watermark).not.toBeChecked()
  await expect.element(watermark).toHaveAccessibleName('워터마크 꺼짐')
  await expect.element(page.getByText('워터마크를 껐습니다.')).toBeVisible()
  const hint = page.getByText(
    '인쇄하거나 다운로드하는 파일에 이메일, 일시, Confidential이 표시됩니다.',
  )
  await expect.element(hint).not.toBeInTheDocument()

  await watermark.click()
  await expectMessage('워터마크를 켜시겠습니까?')
  expect(message()?.textContent).not.toContain('원본')
  await answer()
  await expect.element(hint).toBeVisible()
  expect(getComputedStyle(page.getByCss('.hint-banner-wait').element()).animationDuration).toBe(
    '3s',
  )
  await more.click()
  const preview = page.getByRole('dialog', { name: '워터마크 미리보기' })
  const sample = preview.getByRole('img', {
    name: new RegExp(`^${email} \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d Confidential$`),
  })
  await expect.element(sample).toBeVisible()
  const places = [...sample.element().querySelectorAll('text')].map(
    (line) => line.getAttribute('transform') ?? '',
  )
  const heights = new Set(places.map((place) => /translate\(\S+ (\S+)\)/.exec(place)?.[1]))
  expect({ lines: heights.size, columns: places.length / heights.size }).toEqual({
    lines: 30,
    columns: 3,
  })
  await commands.press('Escape')
  await expect.element(preview).not.toBeInTheDocument()
  expect(reported().map(({ call }) => call.split(' ')[0])).toEqual(['PUT', 'PUT'])
})

test('a missing mail server is shown to operators in their area, until they dismiss it for good', async () => {
  const { operator } = await newRoom()
  await openApp('/admin/invitation', operator)
  const notice = page.getByRole('region', { name: '메일 안내' })
  await expect.element(notice).toHaveTextContent('메일 서버가 설정되지 않았습니다.')
  await notice.getByRole('button', { name: '메일 안내 닫기' }).click()
  await page.getByRole('link', { name: '파일 업로드' }).click()
  await expect.element(page.getByRole('button', { name: '폴더 만들기' })).toBeVisible()
  await expect.element(notice).not.toBeInTheDocument()
  await loadApp('/admin/upload')
  await expect.element(page.getByRole('switch', { name: /워터마크/ })).toBeVisible()
  await expect.element(notice).not.toBeInTheDocument()
})

test('the notification of new documents is switched like the watermark, without touching it, and shows the mail [noti-switch]', async () => {
  const { reported } = await openSwitches()
  const notification = page.getByRole('switch', { name: /새 문서 알림/ })
  await expect.element(notification).toBeChecked()
  await focus(notification)
  await commands.press('Space')
  await expectMessage('새 문서 알림을 끄시겠습니까?')
  await answer()
  await expect.element(notification).toHaveAccessibleName('새 문서 알림 꺼짐')
  await expect.element(page.getByText('새 문서 알림을 껐습니다.')).toBeVisible()
  const hint = page
    .getByCss('.hint-banner')
    .getByText('새 문서가 등록되면 참여자에게 메일로 알립니다.')
  await expect.element(hint).not.toBeInTheDocument()

  await notification.click()
  await expectMessage('새 문서 알림을 켜시겠습니까?')
  await answer()
  await expect.element(notification).toBeChecked()
  await userEvent.hover(hint)
  await more.click()
  const preview = page.getByRole('dialog', { name: '새 문서 알림 미리보기' })
  await expect.element(preview).toHaveTextContent('10분 동안 모아 한 통으로 보냅니다.')
  await expect
    .element(preview.getByRole('figure', { name: '메일 예시' }))
    .toHaveTextContent('새 문서 3개')
  await commands.press('Escape')
  await expect.element(preview).not.toBeInTheDocument()
  await expect.element(more).toHaveFocus()
  await commands.moveMouse({ x: 0, y: 0 })
  await focus(notification)
  await expect.element(hint, { timeout: 10_000 }).not.toBeInTheDocument()
  await expect.element(page.getByRole('switch', { name: '워터마크 켜짐' })).toBeChecked()
  expect(reported().map(({ body }) => JSON.parse(body))).toEqual([
    expect.objectContaining({ noti: false, watermark: true }),
    expect.objectContaining({ noti: true, watermark: true }),
  ])
  await loadApp('/admin/upload')
  await expect.element(notification).toBeChecked()
})
