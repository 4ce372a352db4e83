import type { Locator } from '@playwright/test'
import { makePdf } from '../../server/test/fixtures/make-pdf.ts'
import { sessionOf } from '../support/furnished-room.ts'
import { drawn, story } from '../support/reading-room.ts'
import { expect } from '../support/server-fixture.ts'
import { answer, dialog, focused, message, pdf, tabTo } from '../support/steps.ts'

const mailButton = (panel: Locator): Locator =>
  panel.getByRole('button', { name: '메일: 계약서.pdf' })

story(
  'a reader writes to operators about the open document, with a file [message-operators]',
  async ({ reading, mailbox, strictness }) => {
    strictness.expectRefusals(/\/message\/sendByUser$/)
    const { page, show, operator, ids } = reading
    const panel = await show('계약서.pdf')
    await drawn(panel, 1)
    await mailButton(panel).focus()
    await page.keyboard.press('Enter')
    const form = dialog(page, '운영자에게 메시지 보내기')
    await expect(form.getByText('계약서.pdf')).toBeVisible()
    await expect(form.getByRole('textbox', { name: '제목' })).toBeFocused()
    await expect(form.getByText('받는 사람')).toHaveCount(0)

    await tabTo(page, form.getByRole('button', { name: '보내기' }))
    await page.keyboard.press('Enter')
    await expect(message(page)).toContainText('제목을 입력해 주세요.')
    await page.keyboard.press('Enter')
    await expect(focused(page)).toHaveAttribute('data-field', 'title')
    await page.keyboard.type('3쪽 질문')
    await page.keyboard.press('Enter')
    await expect(message(page)).toHaveCount(0)
    await form.getByRole('button', { name: '보내기' }).click()
    await expect(message(page)).toContainText('내용을 입력해 주세요.')
    await page.keyboard.press('Enter')
    await expect(focused(page)).toHaveAttribute('data-field', 'content')
    await page.keyboard.type('둘째 줄을 봐 주세요.')

    const program = {
      name: 'run.exe',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from('MZ'),
    }
    await form.locator('input[type=file]').setInputFiles(program)
    await expect(message(page)).toContainText('허용되지 않은 확장자입니다.')
    await answer(page)
    await form.locator('input[type=file]').setInputFiles(pdf('가짜.pdf', 'MZ'))
    await form.getByRole('button', { name: '보내기' }).click()
    await expect(message(page)).toContainText('파일 내용이 확장자와 다릅니다.')
    await answer(page)
    await expect(form.getByRole('textbox', { name: '제목' })).toHaveValue('3쪽 질문')
    await form.getByRole('button', { name: '첨부 삭제: 가짜.pdf' }).click()
    await form.locator('input[type=file]').setInputFiles(pdf('표시.pdf', makePdf(1)))
    await form.getByRole('button', { name: '보내기' }).click()
    await expect(form).toHaveCount(0)
    await expect(page.getByText('운영자에게 메시지를 보냈습니다.')).toBeVisible()
    await expect(mailButton(panel)).toBeFocused()

    const mail = await mailbox.mailTo(operator.me.email, '3쪽 질문')
    expect(mail.text).toContain('둘째 줄을 봐 주세요.')
    expect(mail.text).toContain(`doc=${ids['계약서.pdf']}`)
    expect(mail.attachments.map(({ filename }) => filename)).toEqual(['표시.pdf'])
  },
)

story(
  'an operator writes to users and chooses them; what was written is not dropped by Escape [message-users]',
  async ({ reading, openBrowser, room, url, mailbox }) => {
    const { operator, ids } = reading
    const people = Array.from({ length: 16 }, (_, index) => ({
      name: `사람${index + 1}`,
      email: `person${index + 1}@message.example`,
    }))
    await operator.invite(people)
    await mailbox.pinFor('person2@message.example')
    const context = await openBrowser({
      session: await sessionOf(url, room.pin),
      viewport: { width: 1440, height: 900 },
    })
    const page = await context.newPage()
    await page.goto(`/?doc=${ids['계약서.pdf']}`)
    const panel = page.getByRole('region', { name: '계약서.pdf', exact: true })
    await mailButton(panel).click()
    const form = dialog(page, '사용자에게 메일 보내기')
    await form.getByRole('textbox', { name: '제목' }).fill('공지')
    await form.getByRole('textbox', { name: '내용' }).fill('확인해 주세요.')
    await form.getByRole('button', { name: '보내기' }).click()
    await expect(message(page)).toContainText('보낼 대상이 없습니다.')
    await answer(page)

    const picker = form.getByRole('button', { name: /^받는 사람/ })
    await picker.click()
    await expect(form.getByRole('checkbox')).toHaveCount(1 + 14)
    await form.getByRole('button', { name: '더 보기' }).click()
    await expect(form.getByRole('checkbox')).toHaveCount(1 + 17)
    await form.getByRole('checkbox', { name: /^전체/ }).check()
    await expect(picker).toHaveText('전체')
    await form.getByRole('checkbox', { name: /^전체/ }).uncheck()
    await form.getByRole('checkbox', { name: /^사람2 / }).check()
    await expect(picker).toHaveText('사람2')
    await form.getByRole('checkbox', { name: /^사람3 / }).check()
    await expect(picker).toHaveText('사람2 외 1명')
    await form.getByRole('checkbox', { name: /^사람3 / }).uncheck()

    await page.keyboard.press('Escape')
    await expect(message(page)).toContainText('작성한 내용이 모두 삭제됩니다.')
    await answer(page, '취소')
    await expect(form.getByRole('textbox', { name: '내용' })).toHaveValue('확인해 주세요.')
    await form.getByRole('button', { name: '보내기' }).click()
    await expect(page.getByText('1명에게 메일을 보냈습니다.')).toBeVisible()
    const mail = await mailbox.mailTo('person2@message.example', '공지')
    expect(mail.text).not.toContain('person3@message.example')
  },
)
