import { Client } from './lib/client.mjs'
import { alternate, figure, percentile, ratios, secondsOf } from './lib/figures.mjs'
import { pinMailedTo } from './lib/mailbox.mjs'
import { forgetMemoryPeak, memoryOf } from './lib/processes.mjs'
import { startServer } from './lib/server.mjs'

const THREADS = 100_000
const GROUPS = 10
const ROWS_OF_LIST = 2_000
const CALLS = 20
const WINDOW = 100
const GOAL_LIST = 30
const GOAL_SEARCH = 50
const GOAL_PREVIEW = 2

const SUBJECTS = [
  '매출채권',
  '재고자산',
  '임대차 계약',
  '특허권',
  '퇴직급여',
  '지급보증',
  '공급 계약',
  '세무조사',
  '환경 인허가',
  '소송',
]
const ASPECTS = [
  '산정 근거',
  '최근 3개 연도 내역',
  '해지 조항',
  '평가 방법',
  '담보 제공 현황',
  '관련 회의록',
  '변경 이력',
]

function listOf(start, count) {
  const lines = ['제목,내용,주제,우선순위,기한']
  for (let at = start; at < start + count; at += 1) {
    const subject = SUBJECTS[at % SUBJECTS.length]
    const aspect = ASPECTS[at % ASPECTS.length]
    const rare = at % 1_000 === 7 ? ' 황금비율' : ''
    const due = at % 3 === 0 ? `2027-0${1 + (at % 9)}-1${at % 10}` : ''
    lines.push(
      `${subject} ${aspect} ${at},${subject}의 ${aspect}을 설명하는 자료를 제공해 주세요.${rare},,${['높음', '보통', '낮음'][at % 3]},${due}`,
    )
  }
  return lines.join('\n')
}

/** A hundred thousand calls would measure nothing more. */
const spread = (database, roomId, members) =>
  database.query(
    `update threads set
       state = (array['OPEN', 'OPEN', 'PARTLY', 'ANSWERED', 'CONFIRMED'])[1 + number % 5],
       assignee_id = case when number % 3 = 0 then $2::bigint end,
       topic_id = (select id from topics where room_id = $1 order by position offset number % 10 limit 1),
       updated_at = updated_at - number % 977 * interval '1 minute',
       outer_updated_at = outer_updated_at - number % 977 * interval '1 minute'
     where room_id = $1`,
    [roomId, members],
  )

const filtersOf = ({ topicId, groupId, assignee }) => ({
  'newest change': {},
  'by number': { sort: 'number' },
  'by due date': { sort: 'due' },
  'by priority': { sort: 'priority' },
  'by state': { sort: 'state' },
  'of a state': { state: 'OPEN' },
  'of three states': { state: ['OPEN', 'PARTLY', 'ANSWERED'] },
  'of a topic': { topicId },
  'of a group': { groupId },
  'of a group, by due date': { groupId, sort: 'due' },
  'of a person': { assignee },
  'of nobody': { assignee: 0 },
  'of a topic and a state': { topicId, state: 'PARTLY' },
  unread: { unread: true },
  read: { unread: false },
  overdue: { overdue: true },
})

const ofGroup = ({ topicId }) => ({
  'newest change': {},
  'by number': { sort: 'number' },
  'by due date': { sort: 'due' },
  'by state': { sort: 'state' },
  'of a state': { state: 'PARTLY' },
  'of a topic': { topicId },
  unread: { unread: true },
})

const SEARCHES = {
  'one in a thousand': '황금비율',
  'a tenth of all': '매출채권',
  'a number': 'R-00777',
  nothing: '희귀금속광산',
}

async function measure({ rounds, scratch, size = THREADS }) {
  const server = await startServer(scratch)
  const database = await server.database()
  const room = await server.createRoom()
  const operator = await server.enterRoom(room)
  const { roomId } = room
  await operator.post('/room/api/topic/template', { roomId, template: 'due-diligence' })
  const groups = []
  for (let number = 0; number < GROUPS; number += 1)
    groups.push((await operator.post('/room/api/group', { roomId, name: `Group ${number}` })).id)
  const email = 'reader@example.com'
  const memberId = await operator.invite({ name: 'Reader', email })
  await operator.post('/room/api/group/members', {
    id: groups[0],
    roomId,
    managementIds: [memberId],
  })
  const reader = await Client.enter(server.url, { pin: await pinMailedTo(scratch.folder, email) })

  const previews = []
  const imports = []
  for (let start = 0; start < size; start += ROWS_OF_LIST) {
    scratch.throwIfOver()
    const list = listOf(start, ROWS_OF_LIST)
    const groupId = groups[(start / ROWS_OF_LIST) % GROUPS]
    if (previews.length < rounds)
      previews.push(await secondsOf(() => operator.importThreads(list, { groupId })))
    imports.push(await secondsOf(() => operator.importThreads(list, { groupId, apply: true })))
  }
  const { rows: operators } = await database.query(
    'select id from members where room_id = $1 order by id limit 1',
    [roomId],
  )
  const { rows: topics } = await database.query(
    'select id from topics where room_id = $1 order by position limit 1',
    [roomId],
  )
  await spread(database, roomId, operators[0].id)
  await database.query('vacuum analyze')

  for (const client of [operator, reader]) await client.ownThreads()
  const given = { topicId: topics[0].id, groupId: groups[3], assignee: Number(operators[0].id) }
  const acts = {
    ...actsOf('list', operator, filtersOf(given), GOAL_LIST),
    ...actsOf('list of a group', reader, ofGroup(given), GOAL_LIST),
    ...actsOf('search', operator, keywords(), GOAL_SEARCH),
    ...actsOf('search of a group', reader, keywords(), GOAL_SEARCH),
  }
  const timesOf = async () => {
    const times = Object.fromEntries(Object.keys(acts).map((act) => [act, []]))
    for (let call = 0; call < CALLS; call += 1)
      for (const [name, { run }] of Object.entries(acts))
        times[name].push((await secondsOf(run)) * 1_000)
    return times
  }
  const { all } = await alternate(rounds, { all: timesOf })

  forgetMemoryPeak(server.pid)
  const before = memoryOf(server.pid).now
  const exports = await alternate(rounds, {
    group: () => secondsOf(() => operator.exportThreads({ groupId: groups[0] })),
  })
  const growth = memoryOf(server.pid).peak - before
  return {
    rows: [
      figure(`preview of ${ROWS_OF_LIST} rows, goal ${GOAL_PREVIEW}`, 's', previews),
      figure(`import of ${ROWS_OF_LIST} rows in one transaction`, 's', imports),
      ...Object.entries(acts).map(([name, { goal }]) => {
        const values = all.map((round) => percentile(round[name], 0.95))
        return figure(`${name}, p95, goal ${goal}`, 'ms', values, {
          is: 'the goal',
          values: ratios(
            values,
            all.map(() => goal),
          ),
        })
      }),
      figure(
        `export of ${(size / GROUPS).toLocaleString('en')} threads as XLSX`,
        's',
        exports.group,
      ),
      figure('growth of the server’s memory over the exports', 'MiB', [growth]),
    ],
    notes: [`${size.toLocaleString('en')} threads in ${GROUPS} groups`],
  }
}

const keywords = () =>
  Object.fromEntries(Object.entries(SEARCHES).map(([name, keyword]) => [name, { keyword }]))

const actsOf = (kind, client, filters, goal) =>
  Object.fromEntries(
    Object.entries(filters).map(([name, filter]) => [
      `${kind}: ${name}`,
      { goal, run: () => client.threads({ limit: WINDOW, ...filter }) },
    ]),
  )

export const bench = { rounds: 3, limitMinutes: 30, measure }
