import { COMPANY } from './words.mjs'

const AUDITOR = '다온결 회계법인'
const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1)
const LINES = [
  '매출액',
  '매출원가',
  '매출총이익',
  '판매비와관리비',
  '영업이익',
  '금융수익',
  '금융비용',
  '법인세비용',
  '당기순이익',
]

const OPINION = [
  {
    head: '감사의견',
    text: `우리는 ${COMPANY}의 재무제표를 감사하였습니다. 해당 재무제표는 보고기간 말 현재의 재무상태표, 같은 기간의 포괄손익계산서, 자본변동표, 현금흐름표 그리고 유의적인 회계정책의 요약을 포함한 주석으로 구성되어 있습니다. 우리의 의견으로는 별첨된 재무제표는 회사의 재무상태와 재무성과 및 현금흐름을 중요성의 관점에서 공정하게 표시하고 있습니다.`,
  },
  {
    head: '감사의견의 근거',
    text: '우리는 감사기준에 따라 감사를 수행하였습니다. 우리는 재무제표 감사와 관련된 윤리적 요구사항에 따라 회사로부터 독립적이며, 우리가 입수한 감사증거가 감사의견을 위한 근거로서 충분하고 적합하다고 믿습니다.',
  },
  {
    head: '핵심감사사항',
    text: '핵심감사사항은 우리의 전문가적 판단에 따라 당기 재무제표 감사에서 가장 유의적인 사항입니다. 당기에는 장비 공급계약의 수익 인식과 개발비의 손상 검토를 핵심감사사항으로 선정하였으며, 계약 조건의 검토와 산정 근거의 재계산을 수행하였습니다.',
  },
  {
    head: '재무제표에 대한 경영진의 책임',
    text: '경영진은 재무제표를 작성하고 공정하게 표시할 책임이 있으며, 부정이나 오류로 인한 중요한 왜곡표시가 없는 재무제표를 작성하는 데 필요하다고 결정한 내부통제에 대해서도 책임이 있습니다.',
  },
]

const at = (path, kind, more) => ({ path: `02 재무/${path}`, kind, ...more })

const closing = (year, month) => {
  const two = String(month).padStart(2, '0')
  return at(
    `${year}/월별 결산/${Math.ceil(month / 3)}분기/${year}-${two} 결산보고.xlsx`,
    'workbook',
    {
      sheet: `${two}월`,
      head: ['계정', '당월 (원)', '누계 (원)', '예산 (원)'],
      rows: ({ whole }) =>
        LINES.map((line) => [
          line,
          whole(40, 900) * 1_000_000,
          whole(400, 9_000) * 1_000_000,
          whole(400, 9_000) * 1_000_000,
        ]),
    },
  )
}

const year = (number, pages, months) => [
  at(`${number}/감사보고서 (${number}).pdf`, 'report', {
    pages,
    field: 'finance',
    kicker: '독립된 감사인의 감사보고서',
    subtitle: `${COMPANY} · 제${number - 2018}기 · ${number}년 1월 1일부터 ${number}년 12월 31일까지`,
    firm: AUDITOR,
    date: `${number + 1}년 ${number === 2025 ? '1월 14일' : '3월 12일'}`,
    opening: OPINION,
    signers: [{ company: AUDITOR, role: '대표이사', name: '한누리' }],
  }),
  at(`${number}/재무제표 (${number}).xlsx`, 'workbook', {
    sheet: '손익계산서',
    head: ['과목', '당기 (원)', '전기 (원)'],
    rows: ({ whole }) =>
      LINES.map((line) => [line, whole(200, 48_000) * 1_000_000, whole(200, 42_000) * 1_000_000]),
  }),
  at(`${number}/세무/법인세 신고서 (${number}).pdf`, 'taxReturn', {
    pages: 12,
    tax: '법인세',
    period: `${number} 사업연도`,
    date: `${number + 1}년 3월 31일`,
  }),
  ...months.map((month) => closing(number, month)),
]

const PROJECTIONS =
  'Hanbit Tech - Independent Business Review and Five-Year Financial Projections (FY2026-FY2030), Management Case and Sensitivity Analysis, Draft for Discussion Purposes Only v0.9'

export const FINANCE = [
  ...year(2023, 42, [6, 12]),
  ...year(2024, 48, [3, 6, 9, 12]),
  ...year(2025, 60, MONTHS),
  at('2025/합계잔액시산표 (2025).pdf', 'trialBalance', { pages: 16, date: '2025년 12월 31일' }),
  at('2025/총계정원장 (2025).pdf', 'ledger', { pages: 200, year: 2025 }),
  ...[1, 2].map((half) =>
    at(`2025/세무/부가가치세 신고서 (2025년 제${half}기).pdf`, 'taxReturn', {
      pages: 6,
      tax: '부가가치세',
      period: `2025년 제${half}기 확정`,
      date: `202${half === 1 ? 5 : 6}년 ${half === 1 ? 7 : 1}월 25일`,
    }),
  ),
  at('차입 및 담보/운전자금 대출약정서.pdf', 'contract', {
    pages: 20,
    other: '새벽빛 저축조합',
    date: '2025년 6월 2일',
    amount: 5_000_000_000,
  }),
  at('차입 및 담보/차입금 명세.pdf', 'report', {
    pages: 5,
    field: 'finance',
    kicker: '차입금',
    subtitle: '2025년 12월 31일 현재',
    firm: COMPANY,
    date: '2026년 1월 7일',
  }),
  at('사업계획/2026-2030 사업계획.pptx', 'slides', {
    heading: '2026–2030 사업계획',
    field: 'finance',
    sections: ['시장 전망', '매출 계획', '투자 계획', '인력 계획', '자금 계획'],
  }),
  at(`사업계획/${PROJECTIONS}.pdf`, 'report', {
    pages: 32,
    field: 'english',
    kicker: 'Independent business review',
    subtitle: 'Management case, FY2026 to FY2030',
    firm: 'Northlight Advisory (fictitious)',
    date: '12 January 2026',
  }),
]
