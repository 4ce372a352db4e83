import { ITEM_TYPE } from '../../../contract/core/limits.ts'
import type { Item } from '../../../contract/features/documents.ts'
import type { Translate } from '../../lib/i18n.ts'
import { type FileFamily, familyOf } from '../../ui/list/file-icon.tsx'

export const isFolder = (item: Pick<Item, 'type'>): boolean => item.type === ITEM_TYPE.folder

export function typeName(item: Pick<Item, 'type' | 'name'>, t: Translate): string {
  if (isFolder(item)) return t('documents.folder')
  const names: Record<FileFamily, string> = {
    PDF: 'PDF',
    XLS: 'Excel',
    DOC: 'Word',
    PPT: 'PowerPoint',
    HWP: t('documents.hwp'),
    IMG: t('documents.image'),
  }
  return names[familyOf(item.name)]
}
