export const BIDDERS = [
  { name: '누리마루 컨소시엄', color: 'blue', keys: ['hayun', 'dohyeon', 'seojin'] },
  { name: '다온결 컨소시엄', color: 'amber', keys: ['jiwoo', 'taeo', 'emma'] },
]

const question = (key, topic, title, text, more = {}) => ({
  key,
  topic,
  title,
  text,
  type: 'QUESTION',
  ...more,
})
const request = (key, topic, title, text, more = {}) => ({
  key,
  topic,
  title,
  text,
  type: 'REQUEST',
  ...more,
})

export const FIRST = [
  question(
    'hayun',
    '재무·회계',
    '매출 인식 시점',
    '설비 납품 계약의 매출을 인도 시점과 검수 시점 가운데 언제 인식하는지 알려 주세요.',
    {
      answer: '검수 완료 시점에 인식합니다. 2025년 감사보고서 주석 2에서 확인하실 수 있습니다.',
      part: '감사보고서 (2025)',
      faq: {
        title: '매출 인식 기준',
        question: '설비 납품 계약의 매출은 언제 인식합니까?',
        answer: '검수 완료 시점에 인식합니다.',
      },
    },
  ),
  question(
    'dohyeon',
    '재무·회계',
    '매출채권 연령분석과 대손충당금',
    '2025년 말 매출채권의 연령별 금액과 대손충당금 설정률을 알려 주세요.',
    {
      priority: 'HIGH',
      answer: '90일 초과 채권은 전체의 3.1%이며, 설정률은 연령별로 1%에서 100%까지 적용합니다.',
    },
  ),
  question(
    'seojin',
    '법률·계약',
    '최대주주 변경 시 계약 해지 조항',
    '주요 고객 계약 가운데 지배권 변경을 해지 사유로 정한 계약이 있습니까?',
    {
      priority: 'HIGH',
      answer:
        '상위 10개 고객 가운데 2개 고객의 계약에 해당 조항이 있습니다. 계약 원문을 연결했습니다.',
      part: '누리결정밀',
    },
  ),
  question(
    'seojin',
    '소송·분쟁',
    '계류 중인 소송의 청구 금액',
    '현재 계류 중인 소송의 상대방, 청구 금액, 예상 결과를 알려 주세요.',
    {
      returned: '사건을 특정해 주시면 답변드리겠습니다.',
    },
  ),
  question(
    'dohyeon',
    '재무·회계',
    '차입금 약정의 재무 비율',
    '차입 약정에 부채비율 등 재무 비율 유지 의무가 있습니까?',
    {
      answer:
        '운영자금 대출 한 건에 부채비율 250% 이하 유지 의무가 있으며, 2025년 말 기준 168%입니다.',
      part: '차입금 명세',
    },
  ),
  question(
    'hayun',
    '사업·영업',
    '2026년 수주 잔고',
    '2026년 11월 말 현재 수주 잔고와 납기를 고객별로 알려 주세요.',
    { priority: 'HIGH' },
  ),
  question(
    'seojin',
    '지식재산권',
    '직무발명 보상 규정',
    '특허 출원에 대한 직무발명 보상 규정과 미지급 보상금이 있는지 알려 주세요.',
    {
      answer: '보상 규정이 있으며 2025년 말 기준 미지급 보상금은 없습니다.',
    },
  ),
  question(
    'dohyeon',
    '인사·노무',
    '통상임금 소송 위험',
    '정기상여금의 통상임금 포함 여부와 관련하여 예상되는 추가 부담을 알려 주세요.',
    {},
  ),
  question(
    'hayun',
    '일반·지배구조',
    '스톡옵션 부여 내역',
    '임직원에게 부여한 주식매수선택권의 수량, 행사가, 행사 기간을 알려 주세요.',
    {
      answer: '총 120,000주이며 행사가와 기간은 정관 별지에서 확인하실 수 있습니다.',
      part: '정관',
    },
  ),
  question(
    'seojin',
    '부동산·자산',
    '공장 부지의 근저당권',
    '공장 부지에 설정된 근저당권의 피담보채무 잔액은 얼마입니까?',
    {
      withdrawn: true,
    },
  ),
  question(
    'jiwoo',
    '재무·회계',
    '재고자산 평가 방법',
    '원재료와 제품의 평가 방법, 그리고 장기 미사용 재고의 충당금 설정 기준을 알려 주세요.',
    {
      answer:
        '원재료는 이동평균법, 제품은 총평균법이며, 1년 이상 움직임이 없는 재고는 50%를 설정합니다.',
    },
  ),
  question(
    'jiwoo',
    '재무·회계',
    '특수관계자 거래',
    '2025년 특수관계자와의 거래 금액과 조건을 알려 주세요.',
    {
      priority: 'HIGH',
      answer: '감사보고서 주석 27에 모두 기재되어 있습니다.',
      part: '감사보고서 (2025)',
    },
  ),
  question('taeo', '세무', '세무조사 이력', '최근 5년 동안의 세무조사와 추징 세액을 알려 주세요.', {
    answer: '2023년 정기조사에서 1.2억 원이 추징되어 납부를 마쳤습니다.',
  }),
  question(
    'taeo',
    '세무',
    '이월결손금',
    '2025년 말 현재 이월결손금과 공제 가능 기간을 알려 주세요.',
    {},
  ),
  question(
    'taeo',
    '세무',
    '연구개발 세액공제의 사후 관리',
    '연구개발 세액공제를 받은 과제의 증빙은 어떻게 보관하고 있습니까?',
    {
      answer: '과제별로 연구 노트와 인건비 배부표를 보관하고 있습니다.',
    },
  ),
  question(
    'emma',
    '사업·영업',
    'Customer concentration',
    'What share of 2025 revenue came from the five largest customers?',
    {
      answer: '약 58%입니다. (About 58% of 2025 revenue.)',
    },
  ),
  question(
    'emma',
    'IT·정보보호',
    'Personal data held outside Korea',
    'Does the company transfer personal data to processors outside Korea?',
    { priority: 'LOW' },
  ),
  question(
    'jiwoo',
    '재무·회계',
    '우발부채',
    '지급보증 등 재무제표에 반영되지 않은 우발부채가 있습니까?',
    {
      returned: '어느 법인을 말씀하시는지 적어 주세요.',
    },
  ),
]

export const REQUESTS = [
  ['일반·지배구조', '법인등기부등본과 주주명부', '현행 원본', '정관'],
  ['재무·회계', '2023–2025 회계연도 감사보고서', '전 연도', '감사보고서 (2025)'],
  ['재무·회계', '월별 시산표', '2026년 1월부터 10월까지', '합계잔액시산표'],
  ['세무', '법인세 신고서와 세무조정계산서', '최근 3개 연도', '법인세 신고서 (2025)'],
  ['법률·계약', '주요 고객 계약서 10건', '매출 상위 고객', undefined],
  ['법률·계약', '공급 계약서', '매입 상위 공급처', '누리결정밀'],
  ['인사·노무', '취업규칙과 단체협약', '현행', undefined],
  ['인사·노무', '임직원 명부', '직급, 입사일, 연봉 구간', undefined],
  ['지식재산권', '특허와 상표 목록', '출원 중인 것을 포함', undefined],
  ['부동산·자산', '공장 부지 감정평가서', '최근 것', '공장 부지 감정평가서'],
  ['인허가·규제', '공장 등록증과 인허가 목록', '유효 기간 포함', undefined],
  ['환경·안전', '환경 관련 점검 결과', '최근 3개 연도', undefined],
].map(([topic, title, text, part]) => request('dohyeon', topic, title, text, { part }))

export const SECOND = [
  question(
    'hayun',
    '사업·영업',
    '신규 설비의 가동 시점',
    '2027년 증설 설비의 가동 시점과 투자 금액을 알려 주세요.',
    {},
  ),
  question(
    'dohyeon',
    '재무·회계',
    '퇴직급여 부채의 산정 가정',
    '할인율과 임금상승률의 가정을 알려 주세요.',
    {
      later: '할인율 4.1%, 임금상승률 3.5%를 적용했습니다.',
    },
  ),
  question(
    'seojin',
    '법률·계약',
    '경업금지 약정',
    '핵심 인력과 맺은 경업금지 약정의 기간과 대가를 알려 주세요.',
    { priority: 'HIGH' },
  ),
  question(
    'seojin',
    '소송·분쟁',
    '제조물 책임 청구',
    '최근 3년 동안 접수된 제조물 책임 청구가 있습니까?',
    {
      later: '접수된 청구가 없습니다.',
    },
  ),
  question(
    'jiwoo',
    '재무·회계',
    '정부보조금의 상환 의무',
    '수령한 정부보조금 가운데 상환 의무가 있는 금액을 알려 주세요.',
    {
      later: '상환 의무가 있는 보조금은 없습니다.',
    },
  ),
  question(
    'jiwoo',
    '부동산·자산',
    '본사 임대차의 갱신',
    '본사 임대차계약의 갱신 조건과 중도 해지 가능 여부를 알려 주세요.',
    {
      later: '2028년까지이며 6개월 전 통지로 갱신됩니다.',
      part: '본사 임대차계약서',
    },
  ),
  question(
    'taeo',
    '세무',
    '이전가격 문서',
    '해외 법인과의 거래에 대한 이전가격 문서가 있습니까?',
    {},
  ),
  question(
    'emma',
    '지식재산권',
    'Open-source software in products',
    'Please describe how open-source licences are tracked in the control software.',
    {},
  ),
  question(
    'emma',
    '환경·안전',
    'Environmental permits',
    'Are any environmental permits subject to renewal before closing?',
    {
      priority: 'LOW',
    },
  ),
  question('jiwoo', '재무·회계', '현금흐름 계획', '2027년 월별 현금흐름 계획을 알려 주세요.', {
    isDraft: true,
  }),
]
