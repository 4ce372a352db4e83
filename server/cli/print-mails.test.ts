import { expect, it } from 'vitest'
import { printMails } from './print-mails.ts'

const mail = {
  date: '2026-03-04T05:06:07.000Z',
  to: 'kim@example.com',
  subject: 'PIN 안내',
  text: '첫 줄\r\n\r\n둘째 줄\n',
}

it('shows who, when and what about above the text, the newest at the end', () => {
  const shown = printMails([mail, { ...mail, subject: '먼저 온 메일' }])
  expect(shown.indexOf('먼저 온 메일')).toBeLessThan(shown.indexOf('PIN 안내'))
  expect(shown).toMatch(
    /날짜 · Date +2026-03-0[345] \d\d:\d\d:\d\d .*\n받는 사람 · To +kim@example\.com\n제목 · Subject +PIN 안내\n\n첫 줄\n\n둘째 줄$/,
  )
})

it('passes no command on to the terminal, and lets a subject begin no line', () => {
  const shown = printMails([
    { ...mail, date: '', subject: 'a\u001b[2J\nPIN 000', text: 'b\u0007\u009b31m' },
  ])
  expect(shown).toContain('a[2J PIN 000')
  expect(shown).toMatch(/b31m$/)
  expect(shown).toContain('날짜 · Date')
})
