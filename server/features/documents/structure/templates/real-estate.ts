export const REAL_ESTATE = {
  ko: {
    name: '부동산 거래',
    text: `
물건 개요
  투자설명서 및 물건 개요
  위치도 및 사진
  감정평가서
소유권 및 등기
  토지·건물 등기사항증명서
  토지대장 및 건축물대장
  매매계약서 및 취득 내역
  담보권 및 제한물권
  신탁 계약
임대차
  임대차 현황표(렌트롤)
  임대차 계약서
    오피스
    리테일
    기타
  보증금 및 관리비
  연체 및 분쟁
건축 및 시설
  건축 허가 및 사용승인
  준공 도면
  시설물 안전점검
  수선 및 자본적 지출(CAPEX)
  승강기·소방·전기 점검
인허가 및 도시계획
  토지이용계획
  지구단위계획 및 개발행위
  위반건축물 및 행정처분
운영
  자산관리·시설관리 계약
  용역 및 공급 계약
  인력 현황
재무
  운영 손익 및 예산
  현금흐름 추정
  대출 약정
세무
  재산세 및 종합부동산세
  취득세 및 부가가치세
환경
  환경영향평가 및 토양 조사
  석면 및 유해물질
  에너지 및 친환경 인증
보험
  보험 증권
  보험금 청구 내역
분쟁
  소송 및 중재
  인접지·경계·민원
`,
  },
  en: {
    name: 'Real estate',
    text: `
Property overview
  Information memorandum
  Location plans and photographs
  Valuation reports
Title
  Title registers and plans
  Acquisition documents
  Easements, covenants and rights
  Mortgages and charges
  Certificates of title
Leases
  Rent roll
  Lease agreements
    Offices
    Retail
    Other
  Deposits and service charges
  Arrears and disputes
Building and technical
  Building permits and completion certificates
  As-built drawings
  Technical surveys
  Capital expenditure
  Lifts, fire safety and electrical inspections
Planning and zoning
  Zoning and land use
  Planning consents and agreements
  Enforcement notices
Operations
  Property management agreements
  Service and supply contracts
  Employees
Finance
  Operating statements and budgets
  Cash flow projections
  Loan agreements
Tax
  Property taxes
  Transfer taxes and VAT
  Capital allowances
Environment
  Environmental reports
  Asbestos and hazardous materials
  Energy performance and green certificates
Insurance
  Policies
  Claims history
Disputes
  Litigation
  Neighbours and boundaries
`,
  },
} as const
