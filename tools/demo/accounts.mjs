import { chance } from './documents/chance.mjs'
import { heading, paragraph, table, title } from './documents/elements.mjs'
import { Paper } from './documents/paper.mjs'
import { COMPANY, NAMES, won } from './documents/words.mjs'

const ACCOUNTS = [
  '현금',
  '보통예금',
  '매출채권',
  '미수금',
  '선급금',
  '상품',
  '원재료',
  '재공품',
  '제품',
  '토지',
  '건물',
  '기계장치',
  '차량운반구',
  '비품',
  '개발비',
  '소프트웨어',
  '매입채무',
  '미지급금',
  '예수금',
  '선수금',
  '단기차입금',
  '장기차입금',
  '퇴직급여충당부채',
  '자본금',
  '주식발행초과금',
  '이익잉여금',
  '매출',
  '매출원가',
  '급여',
  '복리후생비',
  '여비교통비',
  '통신비',
  '세금과공과',
  '감가상각비',
  '지급수수료',
  '연구개발비',
  '이자비용',
  '법인세비용',
]

const DEALS = [
  '외상매출',
  '매출대금 회수',
  '원재료 매입',
  '외주가공비',
  '운반비',
  '급여 지급',
  '부가가치세 납부',
  '차입금 이자',
  '보험료',
  '수출대금 입금',
  '견본 제작',
  '설비 유지보수',
]

const amount = (random, most = 90_000_000) => won(random.whole(30, most / 1_000) * 1_000)

export function trialBalance({ name, pages, date }) {
  const random = chance(name)
  const paper = new Paper({ title: name, author: COMPANY, landscape: true })
  const { width } = paper
  paper.add([title(width, '합계잔액시산표', `${COMPANY} · ${date} 현재 · (단위: 원)`)])
  const columns = [
    { name: '차변 잔액', share: 2, align: 'right' },
    { name: '차변 합계', share: 2, align: 'right' },
    { name: '계정과목', share: 3, align: 'center' },
    { name: '대변 합계', share: 2, align: 'right' },
    { name: '대변 잔액', share: 2, align: 'right' },
  ]
  let part = 0
  const next = () => {
    part += 1
    const rows = Array.from({ length: 12 }, (_, index) => {
      const account = `${ACCOUNTS[((part - 1) * 12 + index) % ACCOUNTS.length]}${part > 3 ? ` (부문 ${Math.ceil(part / 3)})` : ''}`
      return random.whole(0, 1) === 0
        ? [amount(random), amount(random, 900_000_000), account, amount(random), '']
        : ['', amount(random), account, amount(random, 900_000_000), amount(random)]
    })
    return table(width, columns, rows)
  }
  paper.fill(pages, next)
  return paper.close()
}

export function ledger({ name, pages, year }) {
  const random = chance(name)
  const paper = new Paper({ title: name, author: COMPANY, header: `${COMPANY} ${name}` })
  const { width } = paper
  paper.add([
    title(
      width,
      `총계정원장`,
      `${COMPANY} · ${year}년 1월 1일부터 ${year}년 12월 31일까지 · (단위: 원)`,
    ),
  ])
  const columns = [
    { name: '일자', share: 2, align: 'center' },
    { name: '적요', share: 4 },
    { name: '거래처', share: 3 },
    { name: '차변', share: 3, align: 'right' },
    { name: '대변', share: 3, align: 'right' },
    { name: '잔액', share: 3, align: 'right' },
  ]
  let part = 0
  const next = () => {
    const [account, month] = [ACCOUNTS[Math.floor(part / 12) % ACCOUNTS.length], (part % 12) + 1]
    part += 1
    let balance = random.whole(1_000, 90_000) * 1_000
    const rows = Array.from({ length: 12 }, (_, index) => {
      const moved = random.whole(20, 60_000) * 1_000
      const isDebit = random.whole(0, 1) === 0
      balance += isDebit ? moved : -moved
      const day = `${String(month).padStart(2, '0')}-${String(1 + Math.floor(index * 2.4)).padStart(2, '0')}`
      return [
        day,
        random.pick(DEALS),
        random.pick(NAMES.partners),
        isDebit ? won(moved) : '',
        isDebit ? '' : won(moved),
        won(balance),
      ]
    })
    return [heading(`${account} · ${year}년 ${month}월`, 2), ...table(width, columns, rows)]
  }
  paper.fill(pages, next)
  return paper.close()
}

const FORMS = {
  법인세: [
    '결산서상 당기순손익',
    '익금 산입',
    '손금 산입',
    '차가감 소득금액',
    '기부금 한도 초과액',
    '각 사업연도 소득금액',
    '이월결손금',
    '과세표준',
    '산출세액',
    '공제 감면 세액',
    '가산세액',
    '기납부세액',
  ],
  부가가치세: [
    '과세 세금계산서 발급분',
    '신용카드 발행분',
    '영세율 수출',
    '매출 예정 신고 누락분',
    '세금계산서 수취분',
    '고정자산 매입',
    '매입자 발행분',
    '공제받지 못할 매입세액',
    '경감 공제 세액',
    '예정 신고 미환급 세액',
  ],
}

export function taxReturn({ name, pages, tax, period, date }) {
  const random = chance(name)
  const paper = new Paper({ title: name, author: COMPANY })
  const { width } = paper
  paper.add([
    title(width, `${tax} 신고서`, `${COMPANY} · ${period}`),
    ...paragraph(width, `${date} 전자 신고하였으며, 세액은 납부 기한 안에 납부하였습니다.`, {
      after: 10,
    }),
  ])
  const columns = [
    { name: '구분', share: 5 },
    { name: '코드', share: 1, align: 'center' },
    { name: '금액 (원)', share: 3, align: 'right' },
    { name: '세액 (원)', share: 3, align: 'right' },
  ]
  let part = 0
  const next = () => {
    part += 1
    const lines = FORMS[tax].map((line, index) => {
      const base = random.whole(500, 900_000) * 1_000
      return [
        line,
        String((part - 1) * 20 + index + 1).padStart(3, '0'),
        won(base),
        won(Math.round(base / 10)),
      ]
    })
    return [
      heading(`별지 ${part}`, 2),
      ...table(width, columns, [
        ...lines,
        ['합계', '', amount(random, 900_000_000), amount(random)],
      ]),
    ]
  }
  paper.fill(pages, next)
  return paper.close()
}
