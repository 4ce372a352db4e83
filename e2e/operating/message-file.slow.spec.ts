import { readFile, writeFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { makeFiller } from '../../server/test/harness/upload-stream.ts'
import { axe } from '../support/axe.ts'
import { story } from '../support/reading-room.ts'
import { expect } from '../support/server-fixture.ts'
import { answer, message } from '../support/steps.ts'

const NAME = '실사 보고서.pdf'
const SIZE = 30_000_000
const SEND = /\/message\/sendByUser$/
const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name })

async function write(page: Page, title: string): Promise<Locator> {
  await page.goto('/')
  await page.getByRole('button', { name: '메시지', exact: true }).click()
  const form = dialog(page, '운영자에게 메시지 보내기')
  await form.getByRole('textbox', { name: '제목' }).fill(title)
  await form.getByRole('textbox', { name: '내용' }).fill('검토를 부탁드립니다.')
  // Playwright transfers buffers slowly.
  const path = story.info().outputPath(NAME)
  await writeFile(path, makeFiller(NAME, SIZE))
  await form.locator('input[type=file]').setInputFiles(path)
  await expect(form.getByText('링크로 보냅니다')).toBeVisible()
  return form
}

story(
  'a file too large for mails shows how far it is, can be stopped without a loss, and goes as a link [message-linked]',
  async ({ reading, url, mailbox }) => {
    story.slow()
    const { page, operator } = reading
    const form = await write(page, '실사 보고')

    const keep = (): void => undefined
    await page.route(SEND, keep)
    await form.getByRole('button', { name: '보내기', exact: true }).click()
    await expect(
      form.getByRole('progressbar', { name: '첨부 파일을 보내는 중입니다.' }),
    ).toHaveAttribute('aria-valuenow', '0')
    const stop = form.getByRole('button', { name: '보내기 취소' })
    await expect(stop).toBeFocused()
    await axe(page)
    await page.keyboard.press('Escape')
    await expect(message(page)).toHaveCount(0)
    await page.keyboard.press('Tab')
    await expect(stop).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('보내기를 취소했습니다.')).toBeVisible()
    await page.unroute(SEND, keep)
    await expect(form.getByRole('textbox', { name: '제목' })).toHaveValue('실사 보고')
    await expect(form.getByRole('button', { name: `첨부 삭제: ${NAME}` })).toBeVisible()
    await expect(form.getByRole('button', { name: '보내기', exact: true })).toBeFocused()

    await page.keyboard.press('Enter')
    await expect(form).toHaveCount(0)
    await page.getByRole('button', { name: '보낸 메시지' }).click()
    const sent = dialog(page, '보낸 메시지')
    await sent.getByRole('button', { name: '실사 보고', exact: true }).click()
    await expect(sent.getByText('30.00 MB')).toBeVisible()
    await expect(sent.getByText(/^링크로 전달 · \d{4}-\d{2}-\d{2} .+까지$/)).toBeVisible()
    await axe(page)
    const mail = await mailbox.mailTo(operator.me.email, '실사 보고')
    expect(mail.attachments).toEqual([])
    expect(mail.text).toContain(`${url}/?attachment=`)
  },
)

story(
  'the link of a mail leads through the entrance to the file, for its addressee alone and for a week [attachment-link]',
  async ({ reading, openBrowser, room, rooms, url, mailbox, strictness }) => {
    story.slow()
    strictness.expectRefusals(/\/message\/file\/\d+$/)
    const { operator, page } = reading
    await operator.invite([{ name: '박수신', email: 'addressee@message.example' }])
    const pin = await mailbox.pinFor('addressee@message.example')
    const content = '검토를 부탁드립니다.'
    const recipients = [{ email: 'addressee@message.example' }]
    const bytes = makeFiller(NAME, 11_000_000)
    await operator.message('sendByManager', { subject: '실사 보고', content, recipients }, [
      new File([new Uint8Array(bytes)], NAME),
    ])
    const mail = await mailbox.mailTo('addressee@message.example', '실사 보고')
    const link = /\S+\/\?attachment=\d+&room=\S+/.exec(mail.text ?? '')?.[0] ?? ''
    expect(new URL(link).origin).toBe(url)

    const addressee = await (
      await openBrowser({ viewport: { width: 1440, height: 900 } })
    ).newPage()
    await addressee.goto(link)
    await addressee.getByRole('textbox', { name: 'PIN' }).fill(pin)
    await addressee.keyboard.press('Enter')
    await addressee.getByRole('button', { name: '동의하고 입장' }).click()
    const received = dialog(addressee, '받은 첨부 파일')
    for (const text of [NAME, '11.00 MB', operator.me.name, '실사 보고'])
      await expect(received.getByText(text, { exact: true })).toBeVisible()
    await axe(addressee)
    const download = addressee.waitForEvent('download')
    await expect(received.getByRole('button', { name: '다운로드' })).toBeFocused()
    await addressee.keyboard.press('Enter')
    const fetched = await download
    expect(fetched.suggestedFilename()).toBe(NAME)
    expect((await readFile(await fetched.path())).equals(bytes)).toBe(true)
    await received.getByRole('button', { name: '닫기' }).click()
    await expect(received).toHaveCount(0)
    await expect(addressee).toHaveURL(`${url}/`)

    // Others must not learn that a file exists.
    await page.goto(link)
    const none = dialog(page, '받은 첨부 파일')
    await expect(none.getByText('이 데이터룸에서 받은 첨부 파일이 아닙니다.')).toBeVisible()
    await expect(none.getByRole('button', { name: '다운로드' })).toHaveCount(0)
    await expect(none.getByText(NAME)).toHaveCount(0)
    await expect(none.getByRole('button', { name: '닫기' })).toBeInViewport({ ratio: 1 })
    await axe(page)

    await rooms.ageMessages(room.roomId)
    await addressee.goto(link)
    await expect(received.getByText('보관 기간이 지나 삭제된 첨부 파일입니다.')).toBeVisible()
    await expect(received.getByRole('button', { name: '다운로드' })).toHaveCount(0)
  },
)

story(
  'a large file that the room has no space for is refused in words, and nothing that was written is lost',
  async ({ reading, room, rooms, strictness }) => {
    strictness.expectRefusals(/\/message\/sendByUser$/)
    await rooms.leaveStorage(room.roomId, 20_000_000)
    const { page } = reading
    const form = await write(page, '자리 없음')
    await form.getByRole('button', { name: '보내기', exact: true }).click()
    await expect(message(page)).toContainText('메시지 첨부 파일을 보관할 공간이 10.00 MB 남아 있어')
    await answer(page)
    await expect(form.getByRole('button', { name: '보내기', exact: true })).toBeFocused()
    await expect(form.getByRole('textbox', { name: '내용' })).toHaveValue('검토를 부탁드립니다.')
    await expect(form.getByRole('button', { name: `첨부 삭제: ${NAME}` })).toBeVisible()

    await rooms.leaveStorage(room.roomId, 10_000_000_000)
    await form.getByRole('button', { name: '보내기', exact: true }).click()
    await expect(page.getByText('운영자에게 메시지를 보냈습니다.')).toBeVisible()
  },
)
