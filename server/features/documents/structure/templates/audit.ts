export const AUDIT = {
  ko: {
    name: '회계감사',
    text: `
감사 계획
  감사 계약 및 일정
  요청 자료 목록(PBC)
  회사 및 업종 이해
  경영진 진술서
일반
  정관 및 사내 규정
  주주총회·이사회 의사록
  주요 계약
  조직도 및 위임전결 규정
결산 자료
  재무제표 및 주석
  시산표 및 계정별원장
  수정 분개
  연결 결산 자료
내부회계관리제도
  업무기술서 및 통제기술서(RCM)
  설계 평가
  운영 평가
  미비점 및 개선
자금 및 차입
  은행 조회서 및 잔액증명
  차입 약정
  파생상품
매출 및 채권
  매출 명세 및 증빙
  채권 조회 및 연령분석
  대손충당금
매입 및 재고
  매입 및 채무 명세
  재고 실사
  원가 계산
유형·무형자산
  자산 대장 및 취득·처분
  감가상각
  손상 검토
투자 및 특수관계자
  투자주식 평가
  특수관계자 거래
급여 및 퇴직급여
  급여대장
  확정급여채무 보험계리보고서
세무
  법인세 신고 및 세무조정
  이연법인세
  세무조사
소송 및 우발부채
  변호사 조회서
  지급보증 및 담보
보고
  감사보고서 초안
  지배기구 커뮤니케이션
`,
  },
  en: {
    name: 'Audit',
    text: `
Planning
  Engagement letter and timetable
  Request list (PBC)
  Business and industry
  Representation letters
General
  Constitutional documents
  Minutes of shareholders and board
  Material contracts
  Organisation and delegation of authority
Financial close
  Financial statements and notes
  Trial balance and ledgers
  Journal adjustments
  Consolidation
Internal control
  Process narratives and control matrix
  Design assessment
  Operating effectiveness
  Deficiencies and remediation
Treasury and debt
  Bank confirmations
  Loan agreements and covenants
  Derivatives
Revenue and receivables
  Sales listings and support
  Confirmations and ageing
  Loss allowance
Purchases and inventory
  Purchases and payables
  Inventory counts
  Costing
Fixed and intangible assets
  Asset register, additions and disposals
  Depreciation and amortisation
  Impairment
Investments and related parties
  Valuation of investments
  Related party transactions
Payroll and pensions
  Payroll records
  Actuarial reports
Tax
  Tax returns and computations
  Deferred tax
  Tax audits
Litigation and contingencies
  Lawyers’ letters
  Guarantees and security
Reporting
  Draft audit report
  Communication with those charged with governance
`,
  },
} as const
