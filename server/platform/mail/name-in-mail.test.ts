import { describe, expect, it } from 'vitest'
import { nameInMail } from './name-in-mail.ts'

describe('a name in the sentence of a mail', () => {
  it('stays as it is where it is one', () => {
    for (const name of ['김해온', 'Haeon Kim', '한빛테크 인수 실사 (2차)'])
      expect(nameInMail(name)).toBe(name)
  })

  it('ends no quotes, breaks no line, and hides or turns nothing', () => {
    expect(nameInMail("x' 데이터룸\r\nBcc: \u202eevil\u200b")).toBe('x’ 데이터룸 Bcc: evil')
  })

  it('becomes no link in any form that mail programs recognize', () => {
    for (const name of ['http://evil.example/a', 'www.evil.example', 'pay@evil.example']) {
      expect(nameInMail(name)).not.toMatch(/\w[.:/@]\w|:\/\//)
      expect(nameInMail(name).replaceAll('\u200c', '')).toBe(name)
    }
  })

  it('has at most 60 characters', () => {
    expect([...nameInMail('가'.repeat(100))]).toHaveLength(60)
    expect(nameInMail('가'.repeat(100))).toMatch(/…$/)
  })
})
