import { expect, it } from 'vitest'
import { sentenceOf } from './activity-sentences.ts'
import { formerSentenceOf } from './former-sentences.ts'

const ITEM = { itemId: 7, name: 'report.pdf' }

it.each([
  [
    'room.scheduled',
    { closesAt: null },
    'Took back when the room closes',
    'Cancelled the scheduled closing',
  ],
  [
    'room.switched',
    { watermark: true, noti: false },
    'Changed switches: watermark on, new-document notification off',
    undefined,
  ],
  ['session.step-refused', {}, 'Wrong step code', 'Incorrect verification code'],
  [
    'document.download-refused',
    { ...ITEM, reason: 'right' },
    'Download refused: report.pdf (no right to it)',
    undefined,
  ],
  [
    'document.destroyed',
    { ...ITEM, size: 5, shared: false },
    'Destroyed report.pdf',
    'Permanently deleted report.pdf',
  ],
  [
    'compose.cancelled',
    { templateId: 3, name: 'NDA.pdf' },
    'Called NDA.pdf back from signing',
    'Cancelled the signature request NDA.pdf',
  ],
])(
  'keeps the English of version 2 for %s',
  (kind, details, former, current = expect.any(String)) => {
    expect([formerSentenceOf(kind, details), sentenceOf(kind, details, 'en')]).toEqual([
      former,
      current,
    ])
    expect(formerSentenceOf(kind, details, { memberId: 4, name: 'Emma' })).toBe(
      `${former} · viewing as Emma`,
    )
  },
)

it('has no former sentence where version 3 changed nothing, and none for malformed details', () => {
  expect(formerSentenceOf('document.viewed', ITEM)).toBeUndefined()
  expect(formerSentenceOf('room.scheduled', { closesAt: 5 })).toBeUndefined()
  expect(formerSentenceOf('unknown', {})).toBeUndefined()
})
