import { describe, expect, it } from 'vitest'
import { ITEM_TYPE, LIMITS } from '../../../../contract/core/limits.ts'
import type { Item } from '../../../../contract/features/documents.ts'
import { changeObstacle, downloadObstacle, printObstacle, targetObstacle } from './item-rules.ts'

const ALL = { copy: true, edit: true, delete: true, print: true, download: true, original: false }

const file = (path: string, permission: Partial<Item['permission']> = {}): Item => ({
  id: 1,
  parent: 0,
  type: ITEM_TYPE.file,
  name: path.split('/').at(-1) ?? '',
  filename: 'f',
  mimetype: '',
  path,
  ext: path.split('.').at(-1) ?? '',
  size: 1,
  roomId: 1,
  uploadedAt: '2026-11-20T00:00:00Z',
  itemCount: 0,
  preview: 'READY',
  child: [],
  state: 'published',
  isNew: false,
  isUpdated: false,
  favourite: false,
  permission: { ...ALL, ...permission },
})
const folder = (path: string): Item => ({
  ...file(path),
  type: ITEM_TYPE.folder,
  ext: '',
  preview: null,
})

describe('what cannot be done', () => {
  it('print needs a file, then the right, then the type, and one at a time [print-order]', () => {
    expect(printObstacle([])).toBe('NOTHING')
    expect(printObstacle([folder('가')])).toBe('PRINT_FOLDER')
    expect(printObstacle([file('가.docx', { print: false })])).toBe('PRINT_DENIED')
    expect(printObstacle([file('가.docx')])).toBe('PRINT_TYPE')
    expect(printObstacle([file('가.pdf'), file('나.pdf')])).toBe('PRINT_ONE')
    for (const ext of ['bmp', 'jpg', 'jpeg', 'png', 'pdf'])
      expect(printObstacle([file(`가.${ext}`)])).toBeUndefined()
  })

  it('a download needs something, the right on some of it, and an end [download-order]', () => {
    expect(downloadObstacle([])).toBe('NOTHING')
    expect(downloadObstacle([file('나.pdf', { download: false })])).toBe('DOWNLOAD_DENIED')
    expect(downloadObstacle([file('가.pdf'), file('나.pdf', { download: false })])).toBeUndefined()
    expect(
      downloadObstacle(Array.from({ length: LIMITS.itemsPerTicket + 1 }, () => file('가.pdf'))),
    ).toBe('DOWNLOAD_MANY')
    expect(downloadObstacle([folder('가'), file('나.hwp')])).toBeUndefined()
  })

  it('a change needs something and the right on all of it', () => {
    expect(changeObstacle([], 'edit')).toBe('NOTHING')
    expect(changeObstacle([file('가.pdf'), file('나.pdf', { delete: false })], 'delete')).toBe(
      'NOT_RAISED',
    )
    expect(changeObstacle([file('가.pdf', { delete: false })], 'copy')).toBeUndefined()
  })
})

it('items go neither where they are nor into themselves', () => {
  const items = [
    { id: 5, parent: 2 },
    { id: 6, parent: 2 },
  ]
  expect(targetObstacle(items, 2, [2])).toBe('PRESENT')
  expect(targetObstacle(items, 5, [2, 5])).toBe('INTO_ITSELF')
  expect(targetObstacle(items, 9, [2, 5, 9])).toBe('INTO_ITSELF')
  expect(targetObstacle(items, 0, [])).toBeUndefined()
  expect(targetObstacle(items, 3, [3])).toBeUndefined()
  expect(targetObstacle([...items, { id: 7, parent: 3 }], 2, [2])).toBeUndefined()
})
