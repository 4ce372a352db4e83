import type { TFunction } from 'i18next'
import { ITEM_TYPE } from '../../../contract/core/limits.ts'
import type { Item } from '../../../contract/features/documents.ts'

/** The families of types, by which icons are coloured. */
type FileKind = 'folder' | 'pdf' | 'sheet' | 'text' | 'slides' | 'hwp' | 'image'

const KINDS: Readonly<Record<string, FileKind>> = {
  pdf: 'pdf',
  xls: 'sheet',
  xlsx: 'sheet',
  doc: 'text',
  docx: 'text',
  ppt: 'slides',
  pptx: 'slides',
  hwp: 'hwp',
}

export const isFolder = (item: Pick<Item, 'type'>): boolean => item.type === ITEM_TYPE.folder

export function kindOf(item: Pick<Item, 'type' | 'ext'>): FileKind {
  return isFolder(item) ? 'folder' : (KINDS[item.ext.replace(/^\./, '').toLowerCase()] ?? 'image')
}

/** The type of an item as people call it. */
export function kindName(kind: FileKind, t: TFunction): string {
  const names: Record<FileKind, string> = {
    folder: t('documents.folder'),
    pdf: 'PDF',
    sheet: 'Excel',
    text: 'Word',
    slides: 'PowerPoint',
    hwp: t('documents.hwp'),
    image: t('documents.image'),
  }
  return names[kind]
}
