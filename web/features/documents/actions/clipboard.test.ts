import { expect, it } from 'vitest'
import { testFile } from '../../../test/test-item.ts'
import { type Clip, createClipboard } from './clipboard.ts'

it('holds what was written last, and notifies current listeners only', () => {
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

it('keeps of what was pasted what could not be, and lets go of the rest', () => {
  const clipboard = createClipboard()
  const [one, other] = [testFile(1, 0), testFile(2, 0)]
  const clip: Clip = { mode: 'copy', items: [one, other] }
  clipboard.write(clip)
  clipboard.keep(clip, [one, other])
  expect(clipboard.read(), 'nothing was pasted').toBe(clip)
  clipboard.keep(clip, [other])
  const left = clipboard.read()
  expect(left).toEqual({ mode: 'copy', items: [other] })
  if (left) clipboard.keep(left, [])
  expect(clipboard.read()).toBeUndefined()
})

it('leaves alone what was copied while another clip was being pasted', () => {
  const clipboard = createClipboard()
  const [pasted, later]: Clip[] = [
    { mode: 'copy', items: [testFile(1, 0)] },
    { mode: 'cut', items: [testFile(2, 0)] },
  ]
  if (!pasted) throw new Error('there is no clip')
  clipboard.write(pasted)
  clipboard.write(later)
  clipboard.keep(pasted, [])
  expect(clipboard.read()).toBe(later)
})
