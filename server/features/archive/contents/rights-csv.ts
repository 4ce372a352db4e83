import { ROLE } from '../../../../contract/core/limits.ts'
import { formatMinute } from '../../../../contract/core/room-time.ts'
import { BYTE_ORDER_MARK, csvLine } from '../../../platform/csv/csv.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { membersAfter } from '../../members/index.ts'
import { groupPeriods } from '../../rights/index.ts'

const COLUMNS = [
  '이름 · Name',
  '이메일 · E-mail',
  '부서 · Division',
  '직책 · Position',
  '전화 · Phone',
  '역할 · Role',
  '접근 · Access',
  '다운로드 · Download',
  '인쇄 · Print',
  '텍스트 · Text',
  '초대 · Invited',
  '마지막 접속 · Last active',
  '그룹 · Group',
  '이용 시작 · From',
  '이용 종료 · Until',
]

const ROWS = 500
const yesNo = (is: boolean): string => (is ? '예 · yes' : '아니요 · no')

function edgeOf(
  pick: (...times: number[]) => number,
  ...dates: (Date | null | undefined)[]
): Date | null {
  const times = dates.flatMap((date) => (date ? [date.getTime()] : []))
  return times.length === 0 ? null : new Date(pick(...times))
}

/** @param zone IANA name */
export async function* rightsCsv(
  db: Queryable,
  roomId: number,
  zone: string,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS)
  const groups = await groupPeriods(db, roomId)
  const moment = (at: Date | null): string => (at ? formatMinute(at, zone) : '')
  let after: { createdAt: Date; id: number } | undefined
  for (;;) {
    const members = await membersAfter(db, roomId, after, ROWS)
    for (const member of members) {
      const rights = [
        member.can_access,
        member.can_download,
        member.can_print,
        member.can_have_text,
      ].map(yesNo)
      const group = groups.get(member.group_id ?? 0)
      const from = edgeOf(Math.max, member.group_from, group?.starts_at)
      const until = edgeOf(Math.min, member.group_until, group?.ends_at)
      yield csvLine([
        ...[member.name, member.email, member.division, member.position, member.phone],
        member.role_id === ROLE.operator ? '운영자 · operator' : '참여자 · participant',
        ...rights,
        moment(member.created_at),
        moment(member.last_seen_at),
        ...(member.role_id === ROLE.operator
          ? ['', '', '']
          : [group?.name ?? '', moment(from), moment(until)]),
      ])
    }
    const last = members.at(-1)
    if (!last || members.length < ROWS) return
    after = { createdAt: last.created_at, id: last.id }
  }
}
