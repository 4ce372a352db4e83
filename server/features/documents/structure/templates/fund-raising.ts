export const FUND_RAISING = {
  ko: {
    name: '투자 유치',
    text: `
회사 소개
  투자 제안서(IR)
  회사 소개서
  연혁 및 수상
시장 및 경쟁
  시장 조사
  경쟁사 분석
제품 및 기술
  제품 소개
  기술 구조 및 로드맵
  특허 및 지식재산권
  인증 및 시험 성적
사업 지표
  핵심 지표(KPI)
  고객 및 코호트 분석
  매출 파이프라인
재무
  재무제표
  월별 손익 및 현금흐름
  사업계획 및 추정 재무
  자금 사용 계획
지분 및 투자 조건
  주주명부(Cap Table)
  기존 투자 계약
  스톡옵션
  투자 조건(Term Sheet)
  계약서 초안
법률
  정관 및 등기
  주주총회·이사회 의사록
  주요 계약
  인허가
  소송 및 분쟁
세무
  법인세 신고서
  세액공제 및 정부 지원금
조직
  경영진 소개
  조직도 및 인력 계획
  근로계약 및 겸업금지
`,
  },
  en: {
    name: 'Fund raising',
    text: `
Company
  Pitch deck
  Company profile
  Milestones and awards
Market and competition
  Market research
  Competitive landscape
Product and technology
  Product overview
  Architecture and roadmap
  Patents and intellectual property
  Certifications and test results
Traction
  Key metrics
  Customers and cohorts
  Sales pipeline
Financials
  Historical financial statements
  Monthly accounts and cash flow
  Forecast and budget
  Use of proceeds
Capitalisation and terms
  Capitalisation table
  Existing investment agreements
  Option plan
  Term sheet
  Draft agreements
Legal
  Constitutional documents
  Resolutions and minutes
  Material contracts
  Licences and permits
  Litigation and disputes
Tax
  Tax returns
  R&D credits and grants
Team
  Management biographies
  Organisation and hiring plan
  Employment and non-compete agreements
`,
  },
} as const
