import { expect, it } from 'vitest'
import { ACTIVITY_TYPES } from '../features/activity/activity-types.ts'
import { EXTENSIONS, ITEM_TYPE, LIMITS, ROLE } from './limits.ts'

it('has the numbers of the specification [limits-same]', () => {
  const { inviteesPerCall, uploadBytes, idleMs, usersUnlimited } = LIMITS
  expect({ inviteesPerCall, uploadBytes, idleMs, usersUnlimited }).toEqual({
    inviteesPerCall: 30,
    uploadBytes: 314_572_800,
    idleMs: 1_800_000,
    usersUnlimited: 10_000,
  })
  expect(ITEM_TYPE).toEqual({ file: 4, folder: 5, emptyRoot: 8 })
  expect(ROLE).toEqual({ operator: 4, participant: 5 })
})

it('has the extensions of the specification, and one more that Hangul documents have by now [extensions-same]', () => {
  const specified = [
    'jpg',
    'jpeg',
    'bmp',
    'png',
    'pdf',
    'hwp',
    'doc',
    'docx',
    'xls',
    'xlsx',
    'ppt',
    'pptx',
  ]
  expect([...EXTENSIONS].sort()).toEqual([...specified, 'hwpx'].sort())
})

it('keeps apart in the log what the manual names [log-kinds]', () => {
  expect(ACTIVITY_TYPES).toEqual(
    expect.arrayContaining(['login', 'view', 'print', 'download', 'capture']),
  )
})
