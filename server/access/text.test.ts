import { expect, it } from 'vitest'
import { ROLE } from '../../contract/core/limits.ts'
import { mayHaveText } from './text.ts'

const nobody = {
  state: 'agreed',
  roleId: ROLE.participant,
  text: false,
  viewing: { selection: false, strict: false, imageCopies: false },
} as const

const everything = {
  roleId: ROLE.operator,
  text: true,
  viewing: { ...nobody.viewing, selection: true },
} as const

it.each([
  ['a reader', nobody, false],
  [
    'a reader where text may be selected',
    { ...nobody, viewing: { ...nobody.viewing, selection: true } },
    true,
  ],
  ['a reader to whom it was granted', { ...nobody, text: true }, true],
  ['an operator', { ...nobody, roleId: ROLE.operator }, true],
  ['a person who has not agreed', { ...everything, state: 'joined' }, false],
  ['a person before the second step', { ...everything, state: 'unproven' }, false],
] as const)('the text of documents, for %s: %j', (_, actor, may) => {
  expect(mayHaveText(actor)).toBe(may)
})
