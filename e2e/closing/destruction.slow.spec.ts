import type { Page } from '@playwright/test'
import { axe } from '../support/axe.ts'
import { AT_THE_END, banner, openEnding, part, story } from '../support/ending-room.ts'
import { expect } from '../support/server-fixture.ts'
import { answer, focused, message, row, tabTo } from '../support/steps.ts'

story.describe.configure({ timeout: 180_000 })

const dialog = (page: Page, name: '데이터룸 파기 신청' | '데이터룸 파기 확인') =>
  page.getByRole('dialog', { name })

interface Assurance {
  readonly roomNo: string
  readonly code: string
}

async function assure(page: Page, { roomNo, code }: Assurance): Promise<void> {
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: /^데이터룸 번호/ })
    .fill(roomNo)
  await page.getByRole('dialog').getByRole('textbox', { name: '내 운영자 코드' }).fill(code)
  await page.keyboard.press('Enter')
}

story(
  'an operator asks for the destruction, withdraws it, asks again, and a second operator confirms: everybody is out, and the certificate holds',
  async ({ ending, room, mailbox, openBrowser, strictness }) => {
    strictness.expectRefusals(AT_THE_END)
    const first = await ending.open('first')
    const second = await ending.open('second')
    const reader = await ending.open('participant')
    await reader.goto('/')
    await expect(row(reader, '01 계약')).toBeVisible()
    await openEnding(first)
    await expect(part(first, '파기')).toContainText('문서 1개와 이전 버전, 휴지통')
    await expect(part(first, '파기')).toContainText('활동 내역: 2년 동안')
    await expect(part(first, '파기')).toContainText('데이터베이스 백업: 파기 뒤 30일까지.')
    await expect(part(first, '파기')).toContainText('아직 다운로드한 보관본이 없습니다.')

    await tabTo(first, part(first, '파기').getByRole('button', { name: '파기 신청' }))
    await first.keyboard.press('Enter')
    const asking = dialog(first, '데이터룸 파기 신청')
    await expect(asking).toContainText('24시간 뒤에 파기가 시작됩니다.')
    await axe(first)
    await assure(first, { roomNo: '0000-0000', code: room.code })
    await expect(asking.getByRole('alert').first()).toHaveText(
      '데이터룸 번호가 일치하지 않습니다. 그대로 입력해 주세요.',
    )
    await assure(first, { roomNo: room.roomNo, code: 'ZZ-ZZZZZ-ZZ' })
    await expect(asking.getByRole('alert').last()).toHaveText('운영자 코드가 올바르지 않습니다.')
    await expect(asking.getByRole('textbox', { name: '내 운영자 코드' })).toBeFocused()
    await expect(asking.getByRole('textbox', { name: '내 운영자 코드' })).toHaveValue('')
    await expect(banner(reader)).toHaveCount(0)
    await assure(first, room)
    await expect(asking).toHaveCount(0)

    const pending = part(first, '파기')
    await expect(pending).toContainText('파기가 신청되었습니다')
    await expect(pending).toContainText(/2[34]시간 \d+분 남음/)
    await expect(pending).toContainText('신청: 김운영 (op@example.com)')
    await expect(pending.getByRole('button', { name: '파기 확인' })).toHaveCount(0)
    await expect(pending.getByRole('button', { name: '파기 신청' })).toHaveCount(0)
    await expect(banner(reader)).toContainText('파기가 신청되었습니다. 늦어도')
    await axe(first)
    await axe(reader)
    expect((await mailbox.mailTo(ending.participant.email, '파기')).text).toContain('시험 룸')

    await openEnding(second)
    await part(second, '파기').getByRole('button', { name: '신청 철회' }).click()
    await expect(message(second)).toContainText('데이터룸은 지금 그대로 남습니다.')
    await answer(second, '신청 철회')
    await expect(part(second, '파기').getByRole('button', { name: '파기 신청' })).toBeVisible()
    await expect(pending.getByRole('button', { name: '파기 신청' })).toBeVisible()
    await expect(banner(reader)).toHaveCount(0)
    await expect(row(reader, '01 계약')).toBeVisible()

    await pending.getByRole('button', { name: '파기 신청' }).click()
    await assure(first, room)
    await expect(pending).toContainText('파기가 신청되었습니다')
    await part(second, '파기').getByRole('button', { name: '파기 확인' }).click()
    await expect(dialog(second, '데이터룸 파기 확인')).toContainText('되돌릴 수 없습니다.')
    await assure(second, { roomNo: room.roomNo, code: ending.second.code })

    await expect(second).toHaveURL(/\/ended$/)
    await expect(
      second.getByRole('heading', { name: '데이터룸을 파기하고 있습니다' }),
    ).toBeVisible()
    await expect(second.getByText('파기 증명서를 모든 사용자에게 메일로 보냅니다.')).toBeVisible()
    expect(await second.evaluate(() => localStorage.getItem('session'))).toBeNull()
    await axe(second)
    for (const page of [first, reader]) {
      await expect(page).toHaveURL(/\/login$/)
      await expect(page.getByText('종료된 데이터룸입니다.')).toBeVisible()
    }
    for (const [page, pin] of [
      [first, room.pin],
      [reader, ending.participant.pin],
    ] as const) {
      await page.getByRole('textbox', { name: 'PIN' }).fill(pin)
      await page.keyboard.press('Enter')
      await expect(message(page)).toContainText('PIN을 확인해 주세요.')
      await answer(page)
    }

    const mail = await mailbox.mailTo(ending.participant.email, '파기 증명서')
    const json = mail.attachments.find(({ mimeType }) => mimeType === 'application/json')
    const text = Buffer.from(json?.content as ArrayBuffer).toString()
    const page = await (await openBrowser()).newPage()
    await page.goto('/verify')
    const drop = (name: string, content: string) =>
      page
        .locator('input[type=file][multiple]')
        .setInputFiles([{ name, mimeType: '', buffer: Buffer.from(content) }])
    const card = (title: string) =>
      page
        .getByRole('article')
        .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    await drop('certificate.json', text)
    const good = card('파기 증명서가 서명된 그대로입니다')
    await expect(good).toContainText(`시험 룸 (${room.roomNo})`)
    await expect(good).toContainText('김운영 (op@example.com)')
    await expect(good).toContainText(`박운영 (${ending.second.email})`)
    await expect(good).toContainText('1개, ')
    await axe(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await axe(page)
    await drop('changed.json', text.replace('"count": 1,', '"count": 2,'))
    await expect(card('파기 증명서가 서명된 것과 다릅니다')).toBeVisible()
    await expect(page.getByRole('article')).not.toContainText('김운영')
    await drop('cut.json', text.slice(0, 1_000))
    await expect(card('파기 증명서를 읽을 수 없습니다')).toBeVisible()
  },
)

story(
  'a destruction that nobody can confirm says so, and the way out of its dialog changes nothing',
  async ({ ending, room }) => {
    const page = await ending.open('first', { viewport: { width: 390, height: 844 } })
    await openEnding(page)
    const ask = part(page, '파기').getByRole('button', { name: '파기 신청' })
    await ask.click()
    await assure(page, { roomNo: room.roomNo, code: '12' })
    await expect(dialog(page, '데이터룸 파기 신청').getByRole('alert').last()).toHaveText(
      '운영자 코드 9자리를 모두 입력해 주세요.',
    )
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(focused(page)).toHaveText('파기 신청')
    await page.reload()
    await expect(ask).toBeVisible()
    await expect(banner(page)).toHaveCount(0)
  },
)
