import { expect, test } from 'vitest'
import { shortcutOf } from './shortcut.ts'

test('a command is said with the key that the machine has for it; other keys are the same everywhere', () => {
  expect(shortcutOf('Mod+C', 'Win32')).toEqual({ text: 'Ctrl+C', aria: 'Control+C' })
  expect(shortcutOf('Mod+C', 'Linux x86_64')).toEqual({ text: 'Ctrl+C', aria: 'Control+C' })
  expect(shortcutOf('Mod+C', 'MacIntel')).toEqual({ text: '⌘C', aria: 'Meta+C' })
  for (const platform of ['Win32', 'MacIntel'])
    expect(shortcutOf('F2', platform)).toEqual({ text: 'F2', aria: 'F2' })
})
