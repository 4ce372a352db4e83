/** Follows M&A request lists of Korean and international law firms. */
export const DUE_DILIGENCE = {
  ko: {
    name: 'M&A 실사',
    text: `
회사 일반
  정관 및 사내 규정
  법인등기부 및 사업자등록증
  주주명부 및 자본 변동 내역
  주주총회 의사록
  이사회 의사록
  조직도 및 계열회사 현황
  주주간 계약 및 투자 계약
재무·회계
  감사보고서 및 재무제표
  월별 결산 및 관리회계 자료
  매출 및 원가 명세
  채권·채무 명세
  차입금 및 금융 약정
  우발채무 및 지급보증
  사업계획 및 추정 재무
세무
  법인세 신고서 및 세무조정계산서
  부가가치세 및 원천세
  세무조사 내역
  이전가격 및 특수관계자 거래
  세액감면 및 공제
주요 계약
  고객 계약
  공급 및 외주 계약
  판매·대리점 계약
  라이선스 및 공동개발 계약
  특수관계자 계약
  지배권 변동(Change of Control) 조항 계약
자산 및 부동산
  소유 부동산
  임대차 계약
  기계장치 및 재고자산
  담보 및 제한물권
  보험
인사·노무
  임직원 명부 및 급여 현황
  근로계약서 및 취업규칙
  단체협약 및 노동조합
  퇴직급여 및 스톡옵션
  임원 보수 및 위임계약
  노동 분쟁 및 근로감독
  외국인·파견·도급 인력
지식재산권
  특허 및 실용신안
  상표 및 디자인
  저작권 및 소프트웨어
  직무발명 및 영업비밀
  지식재산권 분쟁
정보보호 및 IT
  개인정보 처리 현황
  정보보호 인증 및 점검 결과
  IT 시스템 및 소프트웨어 라이선스
  오픈소스 사용 내역
  침해사고 및 신고 내역
인허가 및 규제
  인허가 및 등록·신고
  공정거래
  업종별 규제 준수
  해외 진출 및 외국환
  반부패 및 내부통제
환경·안전
  환경 인허가 및 배출 현황
  산업안전보건 및 중대재해
  토양·지하수 조사
  행정처분 내역
소송 및 분쟁
  진행 중인 소송
  종결된 소송 및 합의
  중재 및 행정심판
  내용증명 및 잠재적 분쟁
거래
  거래 안내 및 일정
  투자설명서(IM)
  입찰 안내서
  계약서 초안
`,
  },
  en: {
    name: 'M&A due diligence',
    text: `
Corporate
  Constitutional documents
  Corporate registers and certificates
  Capitalisation and shareholders
  Shareholder resolutions and minutes
  Board resolutions and minutes
  Group structure
  Shareholders’ and investment agreements
Finance
  Audited financial statements
  Management accounts
  Revenue and cost analysis
  Working capital
  Debt and financing agreements
  Guarantees and contingent liabilities
  Business plan and projections
Tax
  Corporate income tax returns
  VAT and withholding taxes
  Tax audits and disputes
  Transfer pricing
  Rulings and incentives
Material contracts
  Customers
  Suppliers and outsourcing
  Distribution and agency
  Joint ventures and partnerships
  Related party agreements
  Change of control provisions
Property and assets
  Owned property
  Leases
  Plant and equipment
  Security and encumbrances
  Insurance
Employment and benefits
  Employee census
  Employment agreements and policies
  Collective agreements and works councils
  Pensions and benefits
  Equity incentive plans
  Directors and executives
  Employment claims
Intellectual property
  Patents
  Trade marks and designs
  Copyright and software
  Licences in and out
  Employee inventions and trade secrets
  IP claims
IT and data protection
  Systems and architecture
  Software licences and open source
  Data protection compliance
  Information security and certifications
  Incidents and notifications
Regulatory and compliance
  Licences and permits
  Competition and foreign investment
  Sanctions and export control
  Anti-bribery and corruption
  Correspondence with authorities
Environment, health and safety
  Environmental permits
  Site investigations and reports
  Health and safety records
  Notices and remediation
Litigation and disputes
  Pending litigation
  Settled litigation
  Arbitration and administrative proceedings
  Threatened claims
Transaction
  Process letter and timetable
  Information memorandum
  Vendor due diligence reports
  Draft transaction documents
`,
  },
} as const
