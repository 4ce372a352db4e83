import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { given } from '../../server/test/scenarios/composing.ts'
import { axe } from '../support/axe.ts'
import { expect } from '../support/server-fixture.ts'
import {
  box,
  consent,
  DESKTOP,
  finish,
  PHONE,
  progress,
  story,
  typeName,
  write,
} from '../support/signing-room.ts'
import { dialog, focused, tabTo } from '../support/steps.ts'

const next = (page: Page): Locator => page.getByRole('button', { name: '다음 필수 항목' })

const bytesOf = (url: string | null): Buffer => Buffer.from(url?.split(',')[1] ?? '', 'base64')

async function draw(page: Page): Promise<void> {
  const pad = page.locator('canvas.sign-pad')
  const place = await pad.boundingBox()
  if (!place) throw new Error('there is no pad')
  for (const [from, to] of [[0.2, 0.8] as const, [0.7, 0.3] as const]) {
    await page.mouse.move(place.x + place.width * 0.2, place.y + place.height * from)
    await page.mouse.down()
    for (let step = 1; step <= 8; step += 1)
      await page.mouse.move(
        place.x + place.width * (0.2 + 0.07 * step),
        place.y + place.height * (from + ((to - from) * step) / 8),
      )
    await page.mouse.up()
  }
}

story(
  'somebody signs on a phone: draws, sees the same signature in the other box, writes, consents and is done',
  async ({ asked }) => {
    const page = await asked.open(PHONE)
    await expect(page).toHaveTitle('비밀유지계약.pdf - 전자서명')
    await expect(page.getByText('9일까지 부탁드립니다.')).toBeVisible()
    // No request may contain the token after its removal from the URL.
    expect(page.url()).toBe(new URL('/sign', asked.link).href)
    await expect(progress(page, 0)).toBeVisible()
    await expect(page.locator('.page-canvas canvas').first()).toBeVisible()
    await axe(page)

    await next(page).tap()
    await expect(box(page, 1)).toBeFocused()
    await box(page, 1).tap()
    const signature = dialog(page, '1번 서명란')
    await signature.getByRole('button', { name: '이 서명 사용' }).click()
    await expect(signature.getByText('먼저 서명을 만들어 주세요.')).toBeVisible()
    await draw(page)
    await expect(signature.getByText('먼저 서명을 만들어 주세요.')).toHaveCount(0)
    await signature.getByRole('button', { name: '한 획 지우기' }).click()
    await axe(page)
    await expect(
      signature.getByRole('checkbox', { name: '모든 서명란에 같은 서명 (다른 서명란 1개)' }),
    ).toBeChecked()
    await signature.getByRole('button', { name: '이 서명 사용' }).click()
    await expect(progress(page, 2)).toBeVisible()
    await expect(
      page.getByRole('status').filter({ hasText: '필수 항목 3개 중 2개 완료' }),
    ).toHaveCount(1)
    const drawn = bytesOf(await box(page, 1).locator('img').getAttribute('src'))
    const { width = 0, height = 0, hasAlpha } = await sharp(drawn).metadata()
    expect({
      hasAlpha,
      small: Math.max(width, height) <= 2_000,
      large: Math.min(width, height) > 20,
    }).toEqual({
      ...{ hasAlpha: true, small: true, large: true },
    })

    await finish(page).tap()
    await expect(page.getByRole('alert')).toContainText(
      '아직 입력하지 않은 필수 항목이 1개 있습니다.',
    )
    await expect(box(page, 2)).toBeFocused()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await write(page, 2, '서울특별시 종로구 (세종대로)')
    await expect(next(page)).toHaveCount(0)

    await finish(page).tap()
    const last = dialog(page, '서명을 완료하시겠습니까?')
    await expect(last).toContainText(`홍길동 (${asked.email})`)
    await expect(last.getByRole('button', { name: '서명 완료' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await axe(page)
    await last.getByRole('checkbox').check()
    await last.getByRole('button', { name: '서명 완료' }).click()
    await expect(
      page.getByRole('heading', { name: /^(서명을 완료했습니다|모든 서명이 끝난 문서입니다)$/ }),
    ).toBeVisible()
    await expect(page.getByRole('heading', { name: '모든 서명이 끝난 문서입니다' })).toBeVisible({
      timeout: 40_000,
    })
    await axe(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '봉인된 문서 다운로드' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('비밀유지계약 (서명 완료).pdf')
    expect(await page.evaluate(() => sessionStorage.getItem('sign.fillings'))).toBeNull()
    const sealed = given<{ status: string }>(
      await asked.wire.call('GET', '/esign/api/compose/get', {
        query: { templateId: asked.template.templateId },
      }),
    )
    expect(sealed.status).toBe('COMPLETED')
  },
)

story(
  'what was filled in outlives a reload and a lost connection',
  async ({ asked, strictness }) => {
    strictness.expectRefusals(/\/esign\/api\/sign\/complete/)
    const page = await asked.open(DESKTOP)
    await typeName(page, 1)
    await write(page, 2, '여러 줄\n둘째 줄')
    await expect(progress(page, 3)).toBeVisible()
    const before = await box(page, 1).locator('img').getAttribute('src')
    await page.reload()
    await expect(progress(page, 3)).toBeVisible()
    expect(await box(page, 1).locator('img').getAttribute('src')).toBe(before)
    await expect(box(page, 2)).toContainText('둘째 줄')
    await expect(box(page, 2)).toHaveAccessibleName('2번 텍스트, 입력함')

    await page.context().setOffline(true)
    const last = await consent(page)
    await last.getByRole('button', { name: '서명 완료' }).click()
    await expect(last.getByRole('alert')).toContainText('요청을 처리하지 못했습니다.')
    expect(await box(page, 1).locator('img').getAttribute('src')).toBe(before)
    await page.context().setOffline(false)
    await last.getByRole('button', { name: '다시 시도' }).click()
    await expect(
      page.getByRole('heading', { name: /^(서명을 완료했습니다|모든 서명이 끝난 문서입니다)$/ }),
    ).toBeVisible()
  },
)

story('a seal is uploaded, and its paper is taken away in the browser', async ({ asked }) => {
  const page = await asked.open(PHONE)
  await box(page, 1).click()
  const signature = dialog(page, '1번 서명란')
  await signature.getByText('도장 이미지').click()
  const ring =
    '<svg width="300" height="200"><circle cx="150" cy="100" r="60" fill="none" stroke="#c01818" stroke-width="14"/></svg>'
  const photo = await sharp({
    create: { width: 300, height: 200, channels: 3, background: '#efe9d8' },
  })
    .composite([{ input: Buffer.from(ring) }])
    .jpeg({ quality: 80 })
    // Phones store a photo's rotation in EXIF.
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const input = signature.locator('input[type=file]')
  await input.setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
  await expect(signature.getByRole('alert').filter({ hasText: 'PNG나 JPEG' })).toBeVisible()
  await input.setInputFiles({
    name: 'a.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no image'),
  })
  await expect(
    signature.getByRole('alert').filter({ hasText: '이미지를 읽을 수 없습니다.' }),
  ).toBeVisible()
  await input.setInputFiles({ name: 'seal.jpg', mimeType: 'image/jpeg', buffer: photo })
  await expect(signature.getByRole('img', { name: '서명 미리보기' })).toBeVisible()
  await axe(page)
  await signature.getByRole('slider', { name: '배경 지우기' }).fill('0.8')
  await expect(signature.getByText('도장까지 지워졌습니다.')).toBeVisible()
  await signature.getByRole('slider', { name: '배경 지우기' }).fill('0.2')
  await signature.getByRole('button', { name: '이 서명 사용' }).click()
  const { data, info } = await sharp(bytesOf(await box(page, 1).locator('img').getAttribute('src')))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const opacity = (x: number, y: number) => data[(y * info.width + x) * 4 + 3]
  expect(Math.abs(info.width - info.height)).toBeLessThan(6)
  expect(opacity(Math.floor(info.width / 2), Math.floor(info.height / 2))).toBe(0)
  expect(opacity(8, 8)).toBe(0)
  expect(opacity(Math.floor(info.width / 2), 10)).toBeGreaterThan(200)
})

story(
  'the keyboard alone is enough: to each box, through the ways to sign, to the end',
  async ({ asked }) => {
    const page = await asked.open(DESKTOP)
    await expect(progress(page, 0)).toBeVisible()
    await tabTo(page, next(page))
    await page.keyboard.press('Enter')
    await expect(box(page, 1)).toBeFocused()
    await page.keyboard.press('Enter')
    const signature = dialog(page, '1번 서명란')
    await expect(signature).toBeVisible()
    await tabTo(page, signature.getByRole('radio', { name: '그리기' }))
    await page.keyboard.press('ArrowRight')
    await expect(signature.getByRole('img', { name: '서명 미리보기' })).toBeVisible()
    await tabTo(page, signature.getByRole('button', { name: '이 서명 사용' }))
    await page.keyboard.press('Enter')
    await expect(signature).toHaveCount(0)
    await expect(box(page, 1)).toBeFocused()
    await tabTo(page, box(page, 2))
    await page.keyboard.press('Enter')
    await expect(focused(page)).toHaveRole('textbox')
    await page.keyboard.type('홍길동')
    await tabTo(page, dialog(page, '2번 텍스트').getByRole('button', { name: '입력' }))
    await page.keyboard.press('Enter')
    await tabTo(page, finish(page))
    await page.keyboard.press('Enter')
    const last = dialog(page, '서명을 완료하시겠습니까?')
    await tabTo(page, last.getByRole('checkbox'))
    await page.keyboard.press('Space')
    await tabTo(page, last.getByRole('button', { name: '서명 완료' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(
      page.getByRole('heading', { name: /^(서명을 완료했습니다|모든 서명이 끝난 문서입니다)$/ }),
    ).toBeVisible()
  },
)

story(
  'a signer declines with a reason, and the link then shows that the request has ended',
  async ({ asked, strictness }) => {
    const page = await asked.open(PHONE)
    await page.getByRole('button', { name: '거절' }).click()
    const last = dialog(page, '서명을 거절하시겠습니까?')
    await last.getByRole('button', { name: '거절' }).click()
    await expect(last.getByRole('alert')).toHaveText('거절 사유를 입력해 주세요.')
    await axe(page)
    await last.getByRole('textbox', { name: '거절 사유' }).fill('조건이 다릅니다.')
    await last.getByRole('button', { name: '거절' }).click()
    await expect(page.getByRole('heading', { name: '서명을 거절했습니다' })).toBeFocused()
    await axe(page)
    strictness.expectRefusals(/\/esign\/api\/sign/)
    await page.reload()
    await expect(page.getByRole('heading', { name: '서명이 거절된 문서입니다' })).toBeVisible()
    const { participants } = given<{ participants: { reason: string | null }[] }>(
      await asked.wire.call('GET', '/esign/api/compose/get', {
        query: { templateId: asked.template.templateId },
      }),
    )
    expect(participants[0]?.reason).toBe('조건이 다릅니다.')
  },
)
