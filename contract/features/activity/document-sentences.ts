import type { Language } from '../../core/errors.ts'
import { formatSize } from '../../core/format-size.ts'
import { count } from './counted.ts'
import type { DOCUMENT_ACTIVITY } from './document-activity.ts'
import { minuteOf } from './minute-of.ts'
import { type PageTime, pagesInWords, secondsInWords, secondsOf } from './reading-words.ts'
import { type Sentences, words } from './sentence.ts'

const FAST = {
  documents: ['문서', 'documents'],
  pages: ['페이지', 'pages'],
  downloads: ['다운로드', 'downloads'],
} as const
const withheld = words({
  right: ['권한 없음', 'no permission'],
  watermark: ['워터마크를 넣을 수 없음', 'cannot be watermarked'],
  preview: ['미리보기 없음', 'no preview'],
  type: ['인쇄할 수 없는 형식', 'file type cannot be printed'],
  'view-as': ['다른 사용자로 보는 중', 'while viewing as another participant'],
})

export function leftOf({
  shared,
  backupsUntil: until,
}: {
  readonly shared: boolean
  readonly backupsUntil?: string | undefined
}): readonly [string, string] {
  const notes = [
    ...(shared ? [['사본에 내용이 남아 있음', 'a copy still holds the content'] as const] : []),
    ...(until === undefined
      ? []
      : [
          [
            `데이터베이스 백업 보관 기한: ${until}`,
            `backups of the database hold its keys until ${until}`,
          ] as const,
        ]),
  ]
  if (notes.length === 0) return ['', '']
  return [
    ` (${notes.map(([korean]) => korean).join(', ')})`,
    ` (${notes.map(([, english]) => english).join(', ')})`,
  ]
}

const readInWords = (pages: readonly PageTime[], language: Language): string =>
  `${pagesInWords(
    pages.map(({ page }) => page),
    language,
  )}, ${secondsInWords(secondsOf(pages), language)}`

const UNSCANNED = {
  INFECTED: ['악성 코드 발견', 'malware was found'],
  UNSCANNED: ['검사하지 못함', 'it could not be scanned'],
} as const

const stagedIf = (staged: true | undefined): readonly [string, string] =>
  staged ? [', 공개 대기', ', staged'] : ['', '']

const atItsTime = (ordered: true | undefined): readonly [string, string] =>
  ordered ? [', 예약한 시각', ', as scheduled'] : ['', '']

const listed = (names: readonly string[], all: number): readonly [string, string] => [
  `${names.join(', ')}${all > names.length ? ` 외 ${all - names.length}개` : ''}`,
  `${names.join(', ')}${all > names.length ? ` and ${all - names.length} more` : ''}`,
]

export const DOCUMENT_SENTENCES: Sentences<keyof typeof DOCUMENT_ACTIVITY> = {
  'document.uploaded': ({ name, size, staged }) => [
    `업로드: ${name} (${formatSize(size)}${stagedIf(staged)[0]})`,
    `Uploaded ${name} (${formatSize(size)}${stagedIf(staged)[1]})`,
  ],
  'document.submitted': ({ name, size, folder }) => [
    `자료 제출: ${name} (${formatSize(size)}, 제출 폴더 ${folder})`,
    `Submitted ${name} (${formatSize(size)}) into the drop folder ${folder}`,
  ],
  'document.drop-folder': ({ name, group, isAllowed }) => [
    `제출 폴더 ${isAllowed ? '지정' : '해제'}: ${name}, ${group} 그룹`,
    `${isAllowed ? 'Allowed' : 'No longer allowed'} the group ${group} to submit files into ${name}`,
  ],
  'document.refused': ({ name, reason }) => [
    `업로드 거부: ${name} (${UNSCANNED[reason][0]})`,
    `Upload refused: ${name} (${UNSCANNED[reason][1]})`,
  ],
  'document.replaced': ({ name, size, number, staged }) => [
    `새 버전 업로드: ${name} (${number}번째, ${formatSize(size)}${stagedIf(staged)[0]})`,
    `Uploaded version ${number} of ${name} (${formatSize(size)}${stagedIf(staged)[1]})`,
  ],
  'document.version-restored': ({ name, number, from }) => [
    `이전 버전 되살리기: ${name} (${from}번째를 ${number}번째로)`,
    `Restored version ${from} of ${name} as version ${number}`,
  ],
  'document.folder-created': ({ name, staged }) => [
    `폴더 생성: ${name}${staged ? ' (공개 대기)' : ''}`,
    `Created the folder ${name}${staged ? ' (staged)' : ''}`,
  ],
  'document.structure-created': ({ name, names, tops, itemIds, template, staged }) => [
    `폴더 구조 만들기: ${name ?? '전체 문서'}에 폴더 ${itemIds.length}개 (${template === undefined ? '파일의 목록' : `템플릿 ‘${template}’`}${stagedIf(staged)[0]}): ${listed(names, tops)[0]}`,
    `Created ${count(itemIds.length, 'folder')} in ${name ?? 'all documents'} from ${template === undefined ? 'a table' : `the template “${template}”`}${stagedIf(staged)[1]}: ${listed(names, tops)[1]}`,
  ],
  'document.structure-undone': ({ names, tops, itemIds }) => [
    `폴더 구조 되돌리기: 폴더 ${itemIds.length}개를 휴지통으로 이동 (${listed(names, tops)[0]})`,
    `Undid a folder structure and moved ${count(itemIds.length, 'folder')} to the trash: ${listed(names, tops)[1]}`,
  ],
  'document.expected': ({ name, names, documents, received }) => [
    `받을 문서 등록: ${name ?? '전체 문서'}에 ${documents}건${received > 0 ? `, ${received}건은 이미 있음` : ''}: ${listed(names, documents)[0]}`,
    `Listed ${count(documents, 'expected document')} in ${name ?? 'all documents'}${received > 0 ? `, ${received} already there` : ''}: ${listed(names, documents)[1]}`,
  ],
  'document.expectation-changed': ({ name, before, isTied, folder }) => [
    `받을 문서 수정: ${before === name ? name : `${before} → ${name}`}${folder === undefined ? '' : `, 이동: ${folder ?? '전체 문서'}`}${isTied ? ' (자료 요청과 연결)' : ''}`,
    `Changed the expected document ${before === name ? name : `${before} to ${name}`}${folder === undefined ? '' : `, moved to ${folder ?? 'all documents'}`}${isTied ? ' (tied to a request)' : ''}`,
  ],
  'document.expectation-removed': ({ names, documents, isUndone }) => [
    `받을 문서 ${isUndone ? '삭제 취소' : '삭제'}: ${listed(names, documents)[0]}`,
    `${isUndone ? 'Restored' : 'Removed'} ${listed(names, documents)[1]} ${isUndone ? 'to' : 'from'} the expected documents`,
  ],
  'document.expectation-met': ({ name, expected }) => [
    `받을 문서 수령: ${expected} (${name})`,
    `Received ${name} as the expected document ${expected}`,
  ],
  'document.expectation-reopened': ({ expected }) => [
    `받을 문서 수령 취소: ${expected}`,
    `Marked the expected document ${expected} as missing again`,
  ],
  'room.template-saved': ({ template, folders }) => [
    `폴더 구조 템플릿 저장: ${template} (폴더 ${folders}개)`,
    `Saved the folder template ${template} (${count(folders, 'folder')})`,
  ],
  'room.template-removed': ({ template }) => [
    `폴더 구조 템플릿 삭제: ${template}`,
    `Removed the folder template ${template}`,
  ],
  'document.renamed': ({ name, before }) => [
    `이름 변경: ${before} → ${name}`,
    `Renamed ${before} to ${name}`,
  ],
  'document.moved': ({ name }) => [`이동: ${name}`, `Moved ${name}`],
  'document.copied': ({ name, items }) => [
    `복사: ${name} (${items}개)`,
    `Copied ${name} (${count(items, 'item')})`,
  ],
  'document.published': ({ name, documents, number, ordered }) => [
    `공개: ${name} (${number === undefined ? `문서 ${documents}개` : `${number}번째 버전`}${atItsTime(ordered)[0]})`,
    `Published ${name} (${number === undefined ? count(documents, 'document') : `version ${number}`}${atItsTime(ordered)[1]})`,
  ],
  'document.unpublished': ({ name, documents, ordered }) => [
    `공개 취소: ${name} (문서 ${documents}개${atItsTime(ordered)[0]})`,
    `Unpublished ${name} (${count(documents, 'document')}${atItsTime(ordered)[1]})`,
  ],
  'document.publication-ordered': ({ name, publishes, at }) => [
    `${publishes ? '공개' : '공개 취소'} 예약: ${name} (${minuteOf(at)})`,
    `Scheduled ${publishes ? 'publication' : 'unpublishing'} of ${name} for ${minuteOf(at)}`,
  ],
  'document.publication-cancelled': ({ name, publishes, at }) => [
    `${publishes ? '공개' : '공개 취소'} 예약 해제: ${name} (${minuteOf(at)})`,
    `Cancelled the ${publishes ? 'publication' : 'unpublishing'} of ${name} scheduled for ${minuteOf(at)}`,
  ],
  'document.staging': ({ name, staging }) => [
    `폴더의 업로드 공개 방식: ${name} (${staging === null ? '상위 폴더와 같음' : staging ? '공개 대기' : '바로 공개'})`,
    `Uploads into the folder ${name}: ${staging === null ? 'as the folder above' : staging ? 'staged' : 'published at once'}`,
  ],
  'document.ordered': ({ name, items }) => [
    `색인 순서 변경: ${name}${items > 1 ? ` 외 ${items - 1}개` : ''}`,
    `Changed the place of ${name}${items > 1 ? ` and ${count(items - 1, 'other item')}` : ''} in the index`,
  ],
  'document.renumbered': ({ name, items }) => [
    `색인 번호 다시 매기기: ${name ?? '전체 문서'} (${items}개)`,
    `Renumbered ${name ?? 'all documents'} (${count(items, 'item')})`,
  ],
  'document.renumbering-undone': ({ name, items }) => [
    `색인 번호 다시 매기기 취소, 이전 번호로 복원: ${name ?? '전체 문서'} (${items}개)`,
    `Undid the renumbering of ${name ?? 'all documents'}: ${count(items, 'item')} with former numbers`,
  ],
  'document.deleted': ({ name, items }) => [
    `삭제: ${name} (${items}개)`,
    `Deleted ${name} (${count(items, 'item')})`,
  ],
  'document.restored': ({ name, items }) => [
    `복원: ${name} (${items}개)`,
    `Restored ${name} (${count(items, 'item')})`,
  ],
  'reading.too-fast': ({ what, span, limit }) => [
    `지나치게 빠른 열람: ${FAST[what][0]} ${span === 'minute' ? '1분' : '1시간'} 한도 ${limit} 초과`,
    `Read faster than a person can: more than ${limit} ${FAST[what][1]} per ${span}`,
  ],
  'document.destruction-ordered': ({ name }) => [
    `파기 요청: ${name}`,
    `Ordered permanent deletion of ${name}`,
  ],
  'document.destroyed': ({ name, ...left }) => [
    `파기: ${name}${leftOf(left)[0]}`,
    `Permanently deleted ${name}${leftOf(left)[1]}`,
  ],
  'document.version-destroyed': ({ name, number, ...left }) => [
    `이전 버전 파기: ${name} ${number}번째${leftOf(left)[0]}`,
    `Permanently deleted version ${number} of ${name}${leftOf(left)[1]}`,
  ],
  'document.viewed': ({ name }) => [`열람: ${name}`, `Viewed ${name}`],
  'document.passage-shown': ({ name }) => [
    `검색 결과에 본문 일부 표시: ${name}`,
    `Saw an excerpt of ${name} in search results`,
  ],
  'document.pages-viewed': ({ name, pages }) => [
    `열람 시간: ${name} (${readInWords(pages, 'ko')})`,
    `Read ${name} (${readInWords(pages, 'en')})`,
  ],
  'document.password-refused': ({ name }) => [
    `문서 암호 불일치: ${name}`,
    `Incorrect password for ${name}`,
  ],
  'document.capture-attempted': ({ name, page }) => [
    `화면 캡처 시도: ${name} (${page}쪽)`,
    `Screen capture attempt: ${name} (page ${page})`,
  ],
  'document.downloaded': ({ name, version, pictures }) => [
    `다운로드: ${name}${version === undefined ? '' : ` (${version}번째 버전)`}${pictures === undefined ? '' : ` (${pictures}쪽은 그림)`}`,
    `Downloaded ${name}${version === undefined ? '' : ` (version ${version})`}${pictures === undefined ? '' : ` (${count(pictures, 'page')} as images)`}`,
  ],
  'document.download-refused': ({ name, reason }) => [
    `다운로드 거부: ${name} (${withheld(reason)[0]})`,
    `Download refused: ${name} (${withheld(reason)[1]})`,
  ],
  'document.zip-downloaded': ({ name, files }) => [
    `압축 다운로드: ${name} (${files}개 파일)`,
    `Downloaded ${name} (${count(files, 'file')})`,
  ],
  'document.printed': ({ name }) => [`인쇄: ${name}`, `Printed ${name}`],
  'document.print-refused': ({ name, reason }) => [
    `인쇄 거부: ${name} (${withheld(reason)[0]})`,
    `Print refused: ${name} (${withheld(reason)[1]})`,
  ],
}
