import type { ActivityDetails } from '../activity.ts'
import type { ThreadRole } from '../threads/thread-roles.ts'
import type { EntryKind, ThreadState } from '../threads/thread-states.ts'
import { onOff, type Sentences } from './sentence.ts'
import type { THREAD_ACTIVITY } from './thread-activity.ts'

type ThreadSentenceWords = readonly [korean: string, english: string]

export const STATE_WORDS: Readonly<Record<ThreadState, ThreadSentenceWords>> = {
  DRAFT: ['임시 저장', 'draft'],
  SUBMITTED: ['제출', 'submitted'],
  ASSIGNED: ['배정', 'assigned'],
  ANSWERED: ['답변 완료', 'answered'],
  APPROVED: ['승인', 'approved'],
  DELIVERED: ['답변 전달', 'delivered'],
  CLOSED: ['종결', 'closed'],
  RETURNED: ['반려', 'returned'],
  WITHDRAWN: ['철회', 'withdrawn'],
  OPEN: ['요청', 'open'],
  PARTLY: ['일부 제공', 'partly answered'],
  NOT_AVAILABLE: ['제공 불가', 'not available'],
  CONFIRMED: ['확인 완료', 'confirmed'],
}

const ENTRY_WORDS: Readonly<Record<EntryKind, ThreadSentenceWords>> = {
  QUESTION: ['질의 내용', 'a question'],
  ANSWER: ['답변', 'an answer'],
  NOTE: ['내부 메모', 'an internal note'],
}

const ROLE_WORDS: Readonly<Record<ThreadRole, ThreadSentenceWords>> = {
  submitter: ['작성·제출', 'write and submit'],
  author: ['작성만', 'draft only'],
  none: ['참여 안 함', 'no part'],
}

const day = (value: string | null): ThreadSentenceWords =>
  value === null ? ['없음', 'none'] : [value, value]

function settingsIn({
  limits,
  lastDay,
  approval,
  names,
  hidesGroups,
  shared,
}: ActivityDetails<'room.questions'>): ThreadSentenceWords {
  const parts: ThreadSentenceWords[] = [
    ...(limits === undefined
      ? []
      : [
          [
            `한도 ${limits === '' ? '없음' : limits}`,
            `limits ${limits === '' ? 'none' : limits}`,
          ] as const,
        ]),
    ...(lastDay === undefined
      ? []
      : [[`마지막 날 ${day(lastDay)[0]}`, `last day ${day(lastDay)[1]}`] as const]),
    ...(approval === undefined
      ? []
      : [[`답변 승인 ${onOff(approval)[0]}`, `approval ${onOff(approval)[1]}`] as const]),
    ...(names === undefined
      ? []
      : [
          [
            `답변자 이름 표시 ${onOff(names)[0]}`,
            `names of those who answer ${onOff(names)[1]}`,
          ] as const,
        ]),
    ...(hidesGroups === undefined
      ? []
      : [
          [
            `전문가에게 그룹 숨김 ${onOff(hidesGroups)[0]}`,
            `groups hidden from experts ${onOff(hidesGroups)[1]}`,
          ] as const,
        ]),
    ...(shared === undefined
      ? []
      : [
          [
            `그룹 안 공유 ${onOff(shared)[0]}`,
            `sharing within the group ${onOff(shared)[1]}`,
          ] as const,
        ]),
  ]
  return [
    parts.map(([korean]) => korean).join(', '),
    parts.map(([, english]) => english).join(', '),
  ]
}

export const THREAD_SENTENCES: Sentences<keyof typeof THREAD_ACTIVITY> = {
  'thread.created': ({ number, type, state, group }) => [
    `${type === 'QUESTION' ? '질의' : '자료요청'} 작성: ${number} (${STATE_WORDS[state][0]})${group === undefined ? '' : `, ${group} 그룹`}`,
    `Wrote the ${type === 'QUESTION' ? 'question' : 'request'} ${number} (${STATE_WORDS[state][1]})${group === undefined ? '' : ` for the group ${group}`}`,
  ],
  'thread.edited': ({ number }) => [`내용 수정: ${number}`, `Edited ${number}`],
  'thread.entry': ({ number, entry, links, files = 0 }) => [
    `${ENTRY_WORDS[entry][0]} 추가: ${number}${links > 0 ? ` (문서 ${links}개 연결)` : ''}${files > 0 ? `, 파일 ${files}개 첨부` : ''}`,
    `Added ${ENTRY_WORDS[entry][1]} to ${number}${links > 0 ? ` with ${links} linked ${links === 1 ? 'document' : 'documents'}` : ''}${files > 0 ? `, ${files} ${files === 1 ? 'file' : 'files'} attached` : ''}`,
  ],
  'thread.file-viewed': ({ number, name }) => [
    `첨부 파일 열람: ${name} (${number})`,
    `Viewed ${name}, attached to ${number}`,
  ],
  'thread.file-fetched': ({ number, name }) => [
    `첨부 파일 다운로드: ${name} (${number})`,
    `Downloaded ${name}, attached to ${number}`,
  ],
  'thread.moved': ({ number, from, to, assignee, due }) => {
    const who: ThreadSentenceWords =
      assignee === undefined ? ['', ''] : [`, 담당 ${assignee}`, `, assigned to ${assignee}`]
    const until: ThreadSentenceWords =
      due === undefined ? ['', ''] : [`, 기한 ${day(due)[0]}`, `, due ${day(due)[1]}`]
    return [
      `상태 변경: ${number} ${STATE_WORDS[from][0]} → ${STATE_WORDS[to][0]}${who[0]}${until[0]}`,
      `Moved ${number} from ${STATE_WORDS[from][1]} to ${STATE_WORDS[to][1]}${who[1]}${until[1]}`,
    ]
  },
  'thread.changed': ({ number, topic, priority }) => [
    `분류 변경: ${number}${topic === undefined ? '' : `, 주제 ${topic ?? '없음'}`}${priority === undefined ? '' : `, 우선순위 ${priority}`}`,
    `Changed ${number}${topic === undefined ? '' : `, topic ${topic ?? 'none'}`}${priority === undefined ? '' : `, priority ${priority}`}`,
  ],
  'thread.merged': ({ number, into }) => [
    `병합: ${number} → ${into}`,
    `Merged ${number} into ${into}`,
  ],
  'thread.imported': ({ group, added, changed }) => [
    `목록 가져오기: ${group} 그룹, 추가 ${added}건, 변경 ${changed}건`,
    `Imported a list for the group ${group}: ${added} added, ${changed} changed`,
  ],
  'thread.exported': ({ format, threads }) => [
    `질의·자료요청 내보내기: ${threads}건 (${format.toUpperCase()})`,
    `Exported ${threads} ${threads === 1 ? 'question or request' : 'questions and requests'} as ${format.toUpperCase()}`,
  ],
  'thread.regrouped': ({ from, into, threads, shown }) => [
    `질의·자료요청 이관: ${from} → ${into} 그룹, ${threads}건 (${shown ? '그룹에 표시' : '그룹에 표시하지 않음'})`,
    `Kept ${threads} questions and requests of ${from} with the group ${into} (${shown ? 'shown to it' : 'not shown to it'})`,
  ],
  'faq.published': ({ number, thread }) => [
    `FAQ 공개: ${number} (${thread})`,
    `Published ${number} from ${thread}`,
  ],
  'faq.changed': ({ number }) => [`FAQ 수정: ${number}`, `Changed ${number}`],
  'faq.removed': ({ number }) => [`FAQ 삭제: ${number}`, `Removed ${number}`],
  'topic.created': ({ name }) => [`주제 추가: ${name}`, `Added the topic ${name}`],
  'topic.changed': ({ name, before, experts, approval }) => [
    `주제 변경: ${before === name ? name : `${before} → ${name}`}${experts === undefined ? '' : `, 전문가 ${experts}명`}${approval === undefined ? '' : `, 승인 ${approval === null ? '기본값' : onOff(approval)[0]}`}`,
    `Changed the topic ${before === name ? name : `${before} to ${name}`}${experts === undefined ? '' : `, ${experts} ${experts === 1 ? 'expert' : 'experts'}`}${approval === undefined ? '' : `, approval ${approval === null ? 'as the room' : onOff(approval)[1]}`}`,
  ],
  'topic.removed': ({ name, into }) => [
    `주제 삭제: ${name}${into === null ? '' : ` (${into}(으)로 통합)`}`,
    `Removed the topic ${name}${into === null ? '' : ` in favour of ${into}`}`,
  ],
  'room.questions': (details) => {
    const [korean, english] = settingsIn(details)
    const { group } = details
    return [
      `질의 설정 변경${group === null ? '' : ` (${group} 그룹)`}: ${korean}`,
      `Changed the settings for questions${group === null ? '' : ` of the group ${group}`}: ${english}`,
    ]
  },
  'member.thread-role': ({ name, role }) => [
    `질의 역할 변경: ${name} (${ROLE_WORDS[role][0]})`,
    `Changed the part of ${name} in questions: ${ROLE_WORDS[role][1]}`,
  ],
}
