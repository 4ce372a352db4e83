import { describe, expect, it } from 'vitest'
import { parseAddress, parseSender } from './address.ts'

const TAKEN: [string, string][] = [
  ['kim@example.com', 'kim@example.com'],
  ['Kim.MinSu+deal@EXAMPLE.Co.KR', 'Kim.MinSu+deal@example.co.kr'],
  ["o'neil_{x}@example.com", "o'neil_{x}@example.com"],
  ['operator@localhost', 'operator@localhost'],
  ['kim@법무법인.한국', 'kim@xn--v92b7yba262i.xn--3e0b707e'],
  ['kim@법무법인.한국'.normalize('NFD'), 'kim@xn--v92b7yba262i.xn--3e0b707e'],
  ['kim@xn--3e0b707e', 'kim@xn--3e0b707e'],
  ['kim@münchen.de', 'kim@xn--mnchen-3ya.de'],
  ['kim@日本語.jp', 'kim@xn--wgv71a119e.jp'],
  [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
]

const REFUSED: Record<string, string[]> = {
  'nothing to send to': ['', '@', 'kim', 'kim@', '@example.com', ' '],
  'space around or within': [
    ' kim@example.com',
    'kim@example.com ',
    'kim @example.com',
    'kim@exam ple.com',
    'kim@example.com\t',
  ],
  'line breaks and control characters': [
    'kim@example.com\r\nBcc: eve@evil.example',
    'kim\n@example.com',
    'kim@example.com\0',
    'kim@example.com\u0085x',
  ],
  'line breaks in percent signs': [
    'kim@example.com%0d%0aBcc:eve@evil.example',
    'kim@exa%6dple.com',
    'kim@example.com%2ceve',
  ],
  lists: ['a@x.example,b@y.example', 'a@x.example;b@y.example', 'a@x.example b@y.example'],
  'groups and names': [
    'undisclosed:a@x.example;',
    'Kim <kim@example.com>',
    '<kim@example.com>',
    'kim@example.com (Kim)',
    'mailto:kim@example.com',
  ],
  'quoted local parts': [
    '"b@y.example"@x.example',
    '"kim"@example.com',
    '"a b"@example.com',
    'kim\\@x@example.com',
  ],
  'two @': ['a@b@example.com', 'a@@example.com', 'kim＠x@example.com'],
  'dots out of place': [
    '.kim@example.com',
    'kim.@example.com',
    'k..m@example.com',
    'kim@.example.com',
    'kim@example..com',
    'kim@example.com.',
  ],
  'address literals and numbers': [
    'kim@[127.0.0.1]',
    'kim@127.0.0.1',
    'kim@0x7f.1',
    'kim@[IPv6:::1]',
    'kim@example.123',
  ],
  paths: [
    '../',
    '../../etc/passwd',
    'kim@../x',
    'kim@example.com/x',
    'kim@example.com:25',
    'kim@example.com?x',
    'kim@example.com#x',
  ],
  'letters beyond ASCII before the @': [
    '김민수@example.com',
    'kіm@example.com',
    'kim\u200b@example.com',
  ],
  'domains that imitate others': [
    'kim@exаmple.com',
    'kim@аррӏе.com',
    'kim@xn--80ak6aa92e.com',
    'kim@ｅxample.com',
    'kim@example。com',
    'kim@exam\u200bple.com',
    'kim@exam\u00adple.com',
    'kim@ｇoogle.com',
    'kim@gοogle.com',
    'kim@ɡoogle.com',
    'kim@①.com',
    'kim@example.com\u202e',
  ],
  'hyphens out of place': ['kim@-example.com', 'kim@example-.com', 'kim@xn--.com', 'kim@xn--a.com'],
  'too long': [
    `${'a'.repeat(65)}@example.com`,
    `kim@${'a'.repeat(64)}.com`,
    `kim@${'abcdefg.'.repeat(32)}com`,
    `${'a'.repeat(1_048_576)}@example.com`,
  ],
}

describe('parseAddress', () => {
  it.each(TAKEN)('takes %s', (text, address) => {
    expect(parseAddress(text)).toBe(address)
    expect(parseAddress(address)).toBe(address)
  })

  for (const [kind, texts] of Object.entries(REFUSED)) {
    it(`refuses ${kind}`, () => {
      for (const text of texts)
        expect(parseAddress(text), JSON.stringify(text.slice(0, 80))).toBeUndefined()
    })
  }
})

describe('parseSender', () => {
  it('reads a name with an address, and a bare address', () => {
    expect(parseSender('Sealroom <no-reply@localhost>')).toEqual({
      name: 'Sealroom',
      address: 'no-reply@localhost',
    })
    expect(parseSender('"법무법인, 데이터룸" <Room@LawFirm.example>')).toEqual({
      name: '법무법인, 데이터룸',
      address: 'Room@lawfirm.example',
    })
    expect(parseSender('room@lawfirm.example')).toEqual({
      name: '',
      address: 'room@lawfirm.example',
    })
  })

  it.each([
    '',
    'Sealroom',
    'Sealroom <>',
    'a <a@x.example>, b <b@y.example>',
    'a\r\nBcc: e@evil.example <a@x.example>',
    'a <a@x.example> b',
  ])('refuses %j', (text) => {
    expect(parseSender(text)).toBeUndefined()
  })
})
