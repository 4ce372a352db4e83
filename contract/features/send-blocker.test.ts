import { describe, expect, it } from 'vitest'
import type { ParticipantType } from './composed.ts'
import { sendBlocker } from './send-blocker.ts'

const person = (id: number, type: ParticipantType = 'SIGNER') => ({ id, type, name: `이름 ${id}` })
const boxes = (...participants: (number | null)[]) =>
  participants.map((participant) => ({ participant }))

describe('what blocks sending a draft', () => {
  it.each([
    ['one signer, no box', [person(1)], boxes()],
    ['several signers, no box', [person(1), person(2)], boxes()],
    ['one signer, boxes of nobody', [person(1), person(2, 'APPROVER')], boxes(1, null)],
    ['one signer, all boxes of nobody', [person(1), person(2, 'CC')], boxes(null, null)],
    ['each signer has a box', [person(1), person(2)], boxes(2, 1)],
    ['an approver alone', [person(1, 'APPROVER')], boxes()],
  ])('is nothing: %s', (_, participants, given) => {
    expect(sendBlocker({ participants, boxes: given })).toBeUndefined()
  })

  it.each([
    ['nobody', [], boxes(), { code: 'SIGN_NOBODY' }],
    ['nobody who acts', [person(1, 'CC')], boxes(null), { code: 'SIGN_NOBODY' }],
    [
      'boxes of nobody, of two signers',
      [person(1), person(2)],
      boxes(1, 2, null, null),
      { code: 'SIGN_BOX_OF_NOBODY', count: 2 },
    ],
    [
      'boxes that an approver would fill',
      [person(1, 'APPROVER')],
      boxes(1, null),
      { code: 'SIGN_BOX_OF_NOBODY', count: 2 },
    ],
    [
      'signers without a box',
      [person(1), person(2), person(3), person(4, 'APPROVER')],
      boxes(2),
      { code: 'SIGN_WITHOUT_BOX', names: ['이름 1', '이름 3'] },
    ],
  ])('is reported: %s', (_, participants, given, blocker) => {
    expect(sendBlocker({ participants, boxes: given })).toEqual(blocker)
  })
})
