import { count } from './counted.ts'
import { minuteOf } from './minute-of.ts'
import type { Sentences } from './sentence.ts'

export const DISCLOSURE_SENTENCES: Sentences<
  'index.exported' | 'disclosure.fixed' | 'disclosure.fetched'
> = {
  'index.exported': ({ format, items, group, selected, at }) => [
    `문서 색인 내보내기: ${selected === undefined ? '' : `선택한 ${selected}개 항목, `}${group === undefined ? '' : `${group} 그룹, `}${at === undefined ? '' : `${minuteOf(at)} 기준, `}${items}개 (${format.toUpperCase()})`,
    `Exported the index of ${selected === undefined ? 'documents' : count(selected, 'chosen item')}${group === undefined ? '' : ` as seen by the group ${group}`}${at === undefined ? '' : ` as of ${minuteOf(at)}`}: ${count(items, 'item')} (${format.toUpperCase()})`,
  ],
  'disclosure.fixed': ({ group, at, documents, answers, sha256 }) => [
    `공개 기록 만들기: ${group} 그룹, ${minuteOf(at)} 기준, 문서 ${documents}개, 답변 ${answers}건 (SHA-256 ${sha256})`,
    `Recorded what the group ${group} could see as of ${minuteOf(at)}: ${count(documents, 'document')}, ${count(answers, 'answer')} (SHA-256 ${sha256})`,
  ],
  'disclosure.fetched': ({ group, at }) => [
    `공개 기록 다운로드: ${group} 그룹, ${minuteOf(at)} 기준`,
    `Downloaded the disclosure record of the group ${group} as of ${minuteOf(at)}`,
  ],
}
