import type { ActivityDetails, ActivityKind } from '../activity.ts'

const REQUESTS = {
  operator: ['운영자 추가', 'another operator'],
  reset: ['운영자 PIN과 코드 재발송', 'a new PIN and code for an operator'],
} as const

const DECISIONS = {
  confirmed: ['승인', 'Confirmed the request for'],
  refused: ['거절', 'Refused the request for'],
  withdrawn: ['취소', 'Withdrew the request for'],
  failed: ['처리 불가', 'Could not carry out the request for'],
} as const

type ConsoleKind = Extract<ActivityKind, 'room.structure-copied' | 'operator.asked' | 'operator.decided'>

export const CONSOLE_SENTENCES = {
  'room.structure-copied': ({ roomNo }: ActivityDetails<'room.structure-copied'>) => [
    `폴더 구조를 새 데이터룸 ${roomNo}에 복사`,
    `Copied the folder structure to the new data room ${roomNo}`,
  ],
  'operator.asked': ({ request, name, email }: ActivityDetails<'operator.asked'>) => [
    `${REQUESTS[request][0]} 요청: ${name === undefined ? email : `${name} (${email})`}`,
    `Asked for ${REQUESTS[request][1]}: ${name === undefined ? email : `${name} (${email})`}`,
  ],
  'operator.decided': ({ request, email, decision }: ActivityDetails<'operator.decided'>) => [
    `${REQUESTS[request][0]} 요청 ${DECISIONS[decision][0]}: ${email}`,
    `${DECISIONS[decision][1]} ${REQUESTS[request][1]}: ${email}`,
  ],
} as const satisfies { readonly [K in ConsoleKind]: (details: ActivityDetails<K>) => readonly [string, string] }
