import { ITEM_TYPE } from '../../contract/core/limits.ts'
import type { Item } from '../../contract/features/documents.ts'
import { type ItemsPage, type Listing, layListing } from '../features/documents/list/listing.ts'

export const testFile = (id: number, parent: number): Item => ({
  id,
  parent,
  type: ITEM_TYPE.file,
  name: `${id}.pdf`,
  filename: `f${id}`,
  mimetype: 'application/pdf',
  path: `${id}.pdf`,
  ext: 'pdf',
  size: 1,
  preview: 'READY',
  roomId: 1,
  uploadedAt: '2026-01-01T00:00:00.000Z',
  itemCount: 0,
  child: [],
  state: 'published',
  isNew: false,
  isUpdated: false,
  favourite: false,
  permission: {
    copy: true,
    edit: true,
    delete: true,
    print: true,
    download: true,
    original: false,
  },
})

export const testFolder = (id: number, parent: number, itemCount: number): Item => ({
  ...testFile(id, parent),
  type: ITEM_TYPE.folder,
  name: `folder ${id}`,
  preview: null,
  itemCount,
})

export const testPage = (items: readonly Item[], total = items.length): ItemsPage => {
  const nextCursor = total > items.length ? 'c1' : undefined
  return {
    payload: [...items],
    nextCursor,
    beside: { folderPath: [], counts: { folders: 0, files: total } },
  }
}

export const testListing = (items: readonly Item[], total = items.length): Listing =>
  layListing({ page: testPage(items, total), at: 1 }, new Map())
