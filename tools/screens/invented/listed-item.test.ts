import { expect, test } from 'vitest'
import { item } from '../../../contract/features/documents.ts'
import { listedItem } from './listed-item.mjs'

test.each([
  [
    'a document',
    { id: 1, roomId: 1, name: '안내문.pdf', path: '' },
    { parent: 0, path: '안내문.pdf', ext: 'pdf', preview: 'READY' },
  ],
  [
    'a folder',
    { id: 2, roomId: 1, name: '02 재무', path: '회사', itemCount: 3 },
    { path: '회사/02 재무', ext: '', preview: null },
  ],
  [
    'one that waits',
    { id: 3, roomId: 1, name: 'a.pdf', path: '', state: 'staged', days: -1 } as const,
    { state: 'staged' },
  ],
])('%s of a scene is what the contract lists, so that the client takes it', (_, wanted, shown) => {
  const made = listedItem(wanted)
  expect(item.parse(made)).toEqual(made)
  expect(made).toMatchObject(shown)
  expect(() => item.parse({ ...made, isNew: undefined })).toThrow()
})
