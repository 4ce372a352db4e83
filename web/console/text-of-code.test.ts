import { expect, test } from 'vitest'
import { LANGUAGES } from '../../contract/core/language.ts'
import { mailReason } from '../../contract/features/members.ts'
import { DELIVERY_FAULTS } from '../../contract/features/programs/webhook-events.ts'
import { MAIL_KINDS } from '../../server/platform/mail/mail-kinds.ts'
import { translator } from '../lib/i18n.ts'
import { texts as en } from '../locales/console.en.ts'
import { texts as ko } from '../locales/console.ko.ts'
import { textOfFault, textOfMailKind, textOfMailReason } from './text-of-code.ts'

const IN = { ko: translator('ko', ko), en: translator('en', en) }
// A delivery with a status shows it instead.
const UNANSWERED = DELIVERY_FAULTS.filter((fault) => fault !== 'status')

test.each(LANGUAGES)('no code is shown where a text in %s is known', (language) => {
  const t = IN[language]
  for (const kind of Object.keys(MAIL_KINDS)) expect(textOfMailKind(t, kind)).not.toBe(kind)
  for (const reason of mailReason.options) expect(textOfMailReason(t, reason)).not.toBe(reason)
  for (const fault of UNANSWERED) expect(textOfFault(t, fault)).not.toBe(fault)
})

test('a code of a newer release stays as it is', () => {
  expect(textOfMailKind(IN.ko, 'fax')).toBe('fax')
  expect(textOfMailReason(IN.ko, 'constructor')).toBe('constructor')
})
