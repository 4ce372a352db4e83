import type { ActivityDetails } from '../activity.ts'
import { count } from './counted.ts'

type DisclosureKind = 'index.exported'
type Sentence<K extends DisclosureKind> = (details: ActivityDetails<K>) => readonly [korean: string, english: string]

export const DISCLOSURE_SENTENCES: { readonly [K in DisclosureKind]: Sentence<K> } = {
  'index.exported': ({ format, items, group }) => [
    `문서 색인 내보내기: ${group === undefined ? '' : `${group} 그룹 기준, `}${items}개 (${format.toUpperCase()})`,
    `Exported the index of documents${group === undefined ? '' : ` as seen by the group ${group}`}: ${count(items, 'item')} (${format.toUpperCase()})`,
  ],
}
