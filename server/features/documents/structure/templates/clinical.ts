export const CLINICAL = {
  ko: {
    name: '임상·라이선스',
    text: `
개요
  제품 및 적응증 소개
  개발 계획 및 일정
  경쟁 제품 분석
비임상
  약리
  약동학(ADME)
  독성
  GLP 적합성
품질(CMC)
  원료의약품
  완제의약품
  분석법 및 기준
  안정성
  제조소 및 GMP
임상 1상
  임상시험계획서 및 변경
  동의서 양식
  임상시험자 자료집
  통계분석계획서
  결과보고서
임상 2상
  임상시험계획서 및 변경
  통계분석계획서
  결과보고서
임상 3상
  임상시험계획서 및 변경
  통계분석계획서
  결과보고서
안전성
  이상사례 보고
  정기 안전성 보고(DSUR·PSUR)
  위해성 관리 계획
  자료안전성모니터링위원회(DSMB)
규제기관
  식품의약품안전처
  FDA
  EMA
  기타 국가
  사전 상담 및 회의록
윤리 및 GCP
  IRB 승인
  실시기관 및 시험자
  모니터링 및 점검
  CRO 계약
지식재산권
  특허 목록 및 존속기간
  FTO 검토
  라이선스 계약
상업화
  시장 규모 및 약가
  공급 계약
  판매 예측
거래
  텀시트
  계약서 초안
`,
  },
  en: {
    name: 'Clinical and licensing',
    text: `
Overview
  Product and indications
  Development plan and timeline
  Competitive landscape
Non-clinical
  Pharmacology
  Pharmacokinetics (ADME)
  Toxicology
  GLP compliance
Quality (CMC)
  Drug substance
  Drug product
  Analytical methods and specifications
  Stability
  Manufacturing sites and GMP
Phase 1
  Protocols and amendments
  Informed consent forms
  Investigator’s brochure
  Statistical analysis plan
  Clinical study reports
Phase 2
  Protocols and amendments
  Statistical analysis plan
  Clinical study reports
Phase 3
  Protocols and amendments
  Statistical analysis plan
  Clinical study reports
Safety
  Adverse event reports
  Periodic reports (DSUR, PSUR)
  Risk management plan
  Data safety monitoring board
Regulatory
  FDA
  EMA
  MFDS
  Other authorities
  Advice and meeting minutes
Ethics and GCP
  Ethics committee approvals
  Sites and investigators
  Monitoring and audits
  CRO agreements
Intellectual property
  Patent schedule and term
  Freedom to operate
  Licence agreements
Commercial
  Market size and pricing
  Supply agreements
  Sales forecast
Transaction
  Term sheet
  Draft agreements
`,
  },
} as const
