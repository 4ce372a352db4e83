import { expect, it } from 'vitest'
import { stepsTaken } from './steps.ts'

it('takes a step by what the room holds, in whatever order', () => {
  expect(stepsTaken({ files: 0, users: 1, views: 0 })).toEqual([])
  expect(stepsTaken({ files: 3, users: 1, views: 0 })).toEqual(['upload'])
  expect(stepsTaken({ files: 0, users: 2, views: 0 })).toEqual(['invite'])
  expect(stepsTaken({ files: 1, users: 2, views: 1 })).toEqual(['upload', 'invite', 'check'])
  // What was deleted or removed again is a step to take once more; the operator alone is nobody invited.
  expect(stepsTaken({ files: 0, users: 1, views: 2 })).toEqual(['check'])
})
