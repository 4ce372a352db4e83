import { expect, it } from 'vitest'
import { stepsTaken } from './steps.ts'

it('marks a step as done by the contents of the room, in any order', () => {
  expect(stepsTaken({ files: 0, users: 1, views: 0 })).toEqual([])
  expect(stepsTaken({ files: 3, users: 1, views: 0 })).toEqual(['upload'])
  expect(stepsTaken({ files: 0, users: 2, views: 0 })).toEqual(['invite'])
  expect(stepsTaken({ files: 1, users: 2, views: 1 })).toEqual(['upload', 'invite', 'check'])
  expect(stepsTaken({ files: 0, users: 1, views: 2 })).toEqual(['check'])
})
