import { expect, it } from 'vitest'
import { type Clip, createClipboard } from './clipboard.ts'

it('holds what was written last, and tells those who listen and no longer those who stopped', () => {
  const clipboard = createClipboard()
  const seen: (Clip | undefined)[] = []
  const stop = clipboard.subscribe(() => seen.push(clipboard.read()))
  expect(clipboard.read()).toBeUndefined()
  const clip: Clip = { mode: 'cut', items: [] }
  clipboard.write(clip)
  expect(clipboard.read()).toBe(clip)
  clipboard.write(undefined)
  stop()
  clipboard.write(clip)
  expect(seen).toEqual([clip, undefined])
})
