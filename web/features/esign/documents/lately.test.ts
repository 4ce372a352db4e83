import { expect, test } from 'vitest'
import type { Participant } from '../../../../contract/features/composed.ts'
import { lately } from './lately.ts'

const NOW = Date.parse('2030-01-01T12:00:00Z')
const person = (
  name: string,
  status: Participant['status'],
  openedAt: string | null,
): Participant => ({
  ...{ id: 1, name, email: `${name}@sign.example`, type: 'SIGNER', order: 1, status, openedAt },
  ...{ invitedAt: null, expiresAt: null, doneAt: null, reason: null, mailFailed: false },
})

test('who has opened a document within the hour may be filling it in; nobody else', () => {
  const people = [
    person('now', 'OPENED', '2030-01-01T11:30:00Z'),
    person('before', 'OPENED', '2030-01-01T10:59:59Z'),
    person('done', 'DONE', '2030-01-01T11:59:00Z'),
    person('never', 'INVITED', null),
  ]
  expect(lately(people, NOW).map(({ name }) => name)).toEqual(['now'])
})
