import { ITEM_TYPE } from '../../../contract/core/limits.ts'
import type { Item } from '../../../contract/features/documents.ts'
import type { Translate } from '../../lib/i18n.ts'

/** The families of types, as people tell them apart. */
export type FileKind = 'folder' | 'pdf' | 'sheet' | 'text' | 'slides' | 'hwp' | 'image'

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

/** The family to which an item belongs, by its extension. */
export function kindOf(item: Pick<Item, 'type' | 'ext'>): FileKind {
  return isFolder(item) ? 'folder' : (KINDS[item.ext.replace(/^\./, '').toLowerCase()] ?? 'image')
}

/** The type of an item as people call it. */
export function kindName(kind: FileKind, t: Translate): string {
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
