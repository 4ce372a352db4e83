import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { NATURAL_LABELS } from '../../../contract/core/mails/mail-labels.ts'
import { mailTextFault } from '../../../contract/core/mails/mail-text-fault.ts'

/** A label beside an address belongs to a link. */
const LABEL = /label: (?:'([^']*)'|words\.(\w+)|([A-Z_]+))(?!\w)(?!,\s+url)/g

function labelsIn(path: string): string[] {
  const source = readFileSync(`server/${path}`, 'utf8').replace(
    /link: \{[^}]*\}|footerLink: \{[^}]*\}/g,
    '',
  )
  return [...source.matchAll(LABEL)].flatMap(([, literal, word, constant]) => {
    if (literal !== undefined) return literal.split(' / ')
    const named = word === undefined ? `const ${constant} = '([^']*)'` : `\\b${word}: '([^']*)'`
    return [...source.matchAll(new RegExp(named, 'g'))].flatMap(([, text = '']) =>
      text.split(' / '),
    )
  })
}

describe('lines of an own introduction', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.mails.ts'),
  )
  const labels = [...new Set(files.flatMap(labelsIn))]

  it('cannot begin like any line that a mail states', () => {
    expect(labels).toEqual(
      expect.arrayContaining([
        'PIN',
        '인증 코드',
        '데이터룸 번호',
        'Room number',
        '네트워크 주소',
        'Requested by',
      ]),
    )
    const passed = labels.filter(
      (label) => mailTextFault(`안내\n • 1. ${label} : 값`, true)?.code !== 'MAIL_TEXT_HEADER',
    )
    expect(passed.sort()).toEqual(labels.filter((label) => NATURAL_LABELS.includes(label)).sort())
  })
})
