import { expect, it } from 'vitest'
import { asksForHelp } from './command.ts'

it.each([['-h'], ['--help'], ['create', '--help'], ['backup', 'list', '-h']])(
  'the usage is asked for by %s %s %s',
  (...args) => {
    expect(asksForHelp(args)).toBe(true)
  },
)

it.each([
  ['create', '--name', '-h'],
  ['create', '--name=-h'],
  ['mail', '--to', '--help'],
  ['list', ''],
])('no value of an option asks for the usage: %s %s %s', (...args) => {
  expect(asksForHelp(args)).toBe(false)
})
