import { FINANCE } from './index-finance.mjs'
import { COMPANY, NAMES } from './words.mjs'

const LAW_FIRM = '해솔터 법무법인'
const APPRAISER = '바른결 감정평가법인'

const pdf = (kind, path, pages, more) => ({ path: `${path}.pdf`, kind, pages, ...more })
const within = (folder, entries) =>
  entries.map((entry) => ({ ...entry, path: `${folder}/${entry.path}` }))

const meetings = [2023, 2024, 2025].flatMap((year, index) =>
  within(`01-04 이사회·주주총회/${year}`, [
    pdf('minutes', `제${index + 5}기 정기주주총회 의사록`, 3, {
      meeting: `제${index + 5}기 정기주주총회 의사록`,
      date: `${year}년 3월 27일`,
    }),
    ...[2, 6, 11].slice(0, index + 1).map((month) =>
      pdf('minutes', `이사회 의사록 (${year}-${String(month).padStart(2, '0')})`, 2, {
        meeting: '이사회 의사록',
        date: `${year}년 ${month}월 14일`,
      }),
    ),
  ]),
)

const COMPANY_FACTS = [
  ['상호', COMPANY],
  ['본점', '경기도 한빛시 산업로 101'],
  ['대표이사', '김해온'],
  ['설립일', '2018년 4월 2일'],
  ['목적', '산업용 검사 장비의 제조와 판매, 소프트웨어의 개발과 공급'],
]

const GENERAL = within('01 회사 일반', [
  ...within('01-01 회사 개요', [
    {
      path: '회사소개서 (2026.01).pptx',
      kind: 'slides',
      heading: '한빛테크 회사소개서',
      field: 'finance',
      sections: ['회사 개요', '연혁', '주요 제품', '고객과 시장', '재무 현황', '성장 전략'],
    },
    pdf('report', '회사 연혁 및 주요 사업', 6, {
      field: 'finance',
      kicker: '회사 개요',
      subtitle: '설립부터 2025년까지',
      firm: COMPANY,
      date: '2026년 1월 5일',
    }),
    { path: '조직도 (2025.12.31).png', kind: 'picture', drawing: 'organisation' },
  ]),
  ...within('01-02 정관 및 등기', [
    pdf('regulation', '정관 (2025.03.27 개정)', 14, {
      field: 'legal',
      date: '2025년 3월 27일',
      chapters: [
        '총칙',
        '주식과 주권',
        '사채',
        '주주총회',
        '이사와 이사회',
        '감사',
        '계산',
        '부칙',
      ],
    }),
    pdf('certificate', '법인등기사항 요약 (견본)', 4, {
      date: '2026년 1월 6일',
      rows: COMPANY_FACTS,
      field: 'board',
      columns: ['번호', '등기 원인', '일자', '내용'],
      entries: ['설립', '임원 취임', '본점 이전', '자본의 증가', '목적 변경'],
    }),
    pdf('certificate', '사업자등록 사실 확인서 (견본)', 1, {
      date: '2026년 1월 6일',
      rows: COMPANY_FACTS,
    }),
    pdf('certificate', '법인인감 확인서 (견본)', 1, {
      date: '2026년 1월 6일',
      rows: COMPANY_FACTS.slice(0, 3),
    }),
  ]),
  ...within('01-03 주주 및 자본', [
    {
      path: '주주명부 (2025.12.31).xlsx',
      kind: 'workbook',
      sheet: '주주명부',
      head: ['주주', '주식 종류', '주식 수', '지분율'],
      rows: ({ whole }) =>
        NAMES.persons.map((person, index) => [
          person,
          index % 3 === 0 ? '우선주' : '보통주',
          whole(1_000, 240_000),
          `${whole(1, 22)}.${whole(0, 9)}%`,
        ]),
    },
    pdf('report', '자본금 변동 내역', 3, {
      field: 'finance',
      kicker: '자본',
      subtitle: '설립 이후 증자와 주식분할',
      firm: COMPANY,
      date: '2026년 1월 5일',
    }),
    pdf('contract', '주주간계약서 (시리즈 B)', 18, {
      other: '새벽빛 벤처투자조합',
      date: '2023년 9월 4일',
    }),
    pdf('contract', '신주인수계약서 (시리즈 B)', 22, {
      other: '새벽빛 벤처투자조합',
      date: '2023년 9월 4일',
      amount: 12_000_000_000,
    }),
  ]),
  ...meetings,
])

const LONG_CONTRACT =
  '한빛테크 주식회사와 누리결정밀 주식회사 사이의 2024년도 이차전지 검사장비 핵심부품 공급 및 유지보수에 관한 기본계약서 체결본 (부속합의서 제1호부터 제4호까지 포함, 날인본)'

const supply = (other, pages, date, amount) =>
  pdf('contract', `물품공급계약서 (${other})`, pages, { other: `${other} 주식회사`, date, amount })

const LEGAL = within('03 법무', [
  ...within('03-01 주요 계약', [
    ...within('공급계약/2024년 체결', [
      pdf('contract', LONG_CONTRACT, 16, {
        other: '누리결정밀 주식회사',
        date: '2024년 2월 19일',
        amount: 3_400_000_000,
      }),
      supply('큰솔모터스', 12, '2024년 7월 1일', 1_850_000_000),
    ]),
    ...within('공급계약/2025년 체결', [
      supply('해든일렉', 11, '2025년 3월 3일', 960_000_000),
      supply('푸른내전자', 9, '2025년 8월 18일', 720_000_000),
    ]),
    ...within('구매계약', [
      pdf('contract', '원자재 구매 기본계약서 (마루빛소재)', 10, {
        other: '마루빛소재 주식회사',
        date: '2023년 11월 20일',
      }),
      pdf('contract', '외주가공 기본계약서 (다솜이엔지)', 8, {
        other: '다솜이엔지 주식회사',
        date: '2024년 5월 7일',
      }),
    ]),
    ...within('라이선스', [
      pdf('contract', '소프트웨어 사용권 계약서 (새온시스템)', 13, {
        other: '새온시스템 주식회사',
        date: '2025년 1월 15일',
        amount: 180_000_000,
      }),
    ]),
    {
      path: '계약 대장 (2025.12.31).xlsx',
      kind: 'workbook',
      sheet: '계약 대장',
      head: ['계약 상대방', '계약명', '체결일', '계약 금액 (원)', '관리 부서'],
      rows: ({ whole, pick }) =>
        Array.from({ length: 64 }, () => [
          pick(NAMES.partners),
          `${pick(NAMES.products)} 공급`,
          `202${whole(3, 5)}-${String(whole(1, 12)).padStart(2, '0')}-${String(whole(1, 28)).padStart(2, '0')}`,
          whole(20, 2_400) * 1_000_000,
          pick(NAMES.departments),
        ]),
    },
  ]),
  ...within('03-02 소송 및 분쟁', [
    {
      path: '소송 현황표.xlsx',
      kind: 'workbook',
      sheet: '소송',
      head: ['사건', '상대방', '청구 금액 (원)', '상태'],
      rows: ({ whole, pick }) =>
        Array.from({ length: 7 }, (_, index) => [
          `물품대금 ${index + 1}`,
          pick(NAMES.partners),
          whole(30, 900) * 1_000_000,
          pick(['제1심 계속', '조정 중', '종결']),
        ]),
    },
    pdf('report', '물품대금 청구 사건 진행 경과', 9, {
      field: 'legal',
      kicker: '분쟁 검토',
      subtitle: '2025년 12월 31일 현재',
      firm: LAW_FIRM,
      date: '2026년 1월 8일',
    }),
    pdf('report', '법률실사 중간 의견서', 26, {
      field: 'legal',
      kicker: '법률실사',
      subtitle: '한빛테크 인수 검토를 위한 법률실사',
      firm: LAW_FIRM,
      date: '2026년 1월 12일',
      signers: [{ company: LAW_FIRM, role: '담당 변호사', name: '정다온' }],
      uploader: 'second',
    }),
  ]),
  ...within('03-03 인허가', [
    {
      path: '인허가 목록.docx',
      kind: 'letter',
      heading: '인허가 목록과 갱신 일정',
      field: 'legal',
      sections: ['공장 등록', '방사선 발생 장치 사용 신고', '환경 관련 신고', '갱신 일정'],
    },
    pdf('report', '환경 점검 결과 보고', 7, {
      field: 'property',
      kicker: '환경',
      subtitle: '2025년 정기 점검',
      firm: COMPANY,
      date: '2025년 10월 30일',
    }),
  ]),
])

const PEOPLE = within('04 인사·노무', [
  pdf('regulation', '취업규칙 (2025년 개정)', 28, { field: 'people', date: '2025년 5월 1일' }),
  pdf('regulation', '재택근무 운영 지침', 6, { field: 'people', date: '2024년 9월 2일' }),
  {
    path: '임직원 명부 (익명).xlsx',
    kind: 'workbook',
    sheet: '명부',
    head: ['사번', '소속', '직급', '입사 연도', '기본급 (원)'],
    rows: ({ whole, pick }) =>
      Array.from({ length: 186 }, (_, index) => [
        `H${1001 + index}`,
        pick(NAMES.departments),
        pick(['사원', '대리', '과장', '차장', '부장']),
        whole(2018, 2025),
        whole(30, 88) * 100_000,
      ]),
  },
  {
    path: '급여 및 상여 지급 현황.xlsx',
    kind: 'workbook',
    sheet: '급여',
    head: ['월', '인원', '급여 (원)', '상여 (원)'],
    rows: ({ whole }) =>
      Array.from({ length: 12 }, (_, index) => [
        `2025-${String(index + 1).padStart(2, '0')}`,
        whole(178, 186),
        whole(700, 760) * 1_000_000,
        whole(0, 120) * 1_000_000,
      ]),
  },
  {
    path: '근로계약서 양식.docx',
    kind: 'letter',
    heading: '근로계약서 (양식)',
    field: 'people',
    sections: ['계약 기간', '근무 장소와 업무', '근로시간', '임금', '비밀유지'],
  },
  {
    path: '인수 후 조직 운영안.pptx',
    kind: 'slides',
    heading: '인수 후 조직 운영안',
    field: 'people',
    sections: ['현재 조직', '통합 방향', '일정', '보상 체계'],
  },
  ...within(
    '노사협의회/2025',
    [1, 2, 3, 4].map((quarter) =>
      pdf('minutes', `${quarter}분기 노사협의회 회의록`, 2, {
        meeting: `2025년 ${quarter}분기 노사협의회 회의록`,
        date: `2025년 ${quarter * 3}월 20일`,
      }),
    ),
  ),
])

const patent = (number, name, pages) =>
  pdf('report', `특허명세서 ${number} ${name}`, pages, {
    field: 'technology',
    kicker: '특허 명세서 (견본)',
    subtitle: name,
    firm: COMPANY,
    date: '2024년 6월 11일',
  })

const TECHNOLOGY = within('05 지식재산', [
  {
    path: '특허·상표 목록.xlsx',
    kind: 'workbook',
    sheet: '목록',
    head: ['명칭', '구분', '상태', '연차료 납부'],
    rows: ({ pick }) =>
      Array.from({ length: 38 }, (_, index) => [
        `${pick(NAMES.products)} 관련 발명 ${index + 1}`,
        pick(['특허', '실용신안', '상표']),
        pick(['등록', '심사 중', '출원']),
        pick(['완료', '예정']),
      ]),
  },
  {
    path: '직무발명 보상 규정.docx',
    kind: 'letter',
    heading: '직무발명 보상 규정',
    field: 'people',
    sections: ['목적', '신고', '승계', '보상금', '심의 위원회'],
  },
  ...within('특허명세서', [
    patent('A-001', '적층 정렬 방법 및 장치', 18),
    patent('A-002', '다각도 조명 결함 검사 방법', 24),
    patent('A-003', '엑스선 영상 보정 시스템', 30),
  ]),
  ...within('도면', [
    {
      path: '검사장비 회로 블록도.png',
      kind: 'picture',
      drawing: 'blocks',
      parts: ['카메라', '조명 제어', '영상 처리', '판정부', '이송 제어', '전원', '통신', '표시부'],
    },
    {
      path: '적층 정렬 모듈 구성도.png',
      kind: 'picture',
      drawing: 'blocks',
      parts: ['센서', '기준 표식', '정렬부', '구동부', '보정 연산', '비상 정지'],
    },
  ]),
])

const PROPERTY = within('06 부동산', [
  ...within('본사', [
    pdf('contract', '본사 임대차계약서', 10, {
      other: '온새미물산 주식회사',
      date: '2024년 12월 2일',
      amount: 300_000_000,
    }),
    {
      path: '본사 3층 평면도.png',
      kind: 'picture',
      drawing: 'floorPlan',
      rooms: [
        '대회의실',
        '경영지원',
        '재무팀',
        '법무팀',
        '임원실',
        '연구 1실',
        '연구 2실',
        '서버실',
        '휴게실',
      ],
    },
    { path: '본사 외관.jpg', kind: 'picture', drawing: 'building' },
  ]),
  ...within('공장', [
    pdf('certificate', '공장 건물 등기 요약 (견본)', 5, {
      date: '2026년 1월 6일',
      rows: [
        ['소재지', '경기도 한빛시 산업로 101'],
        ['구조', '철근콘크리트조 지상 3층'],
        ['연면적', '8,420㎡'],
      ],
      field: 'property',
      columns: ['번호', '등기 목적', '접수일', '권리자와 내용'],
      entries: ['소유권 보존', '근저당권 설정', '근저당권 변경', '지상권 설정'],
    }),
    pdf('report', '공장 부지 감정평가서', 34, {
      field: 'property',
      kicker: '감정평가서',
      subtitle: '경기도 한빛시 산업로 101 외 2필지',
      firm: APPRAISER,
      date: '2025년 12월 10일',
      signers: [{ company: APPRAISER, role: '감정평가사', name: '오로운' }],
    }),
    {
      path: '공장 1층 배치도.jpg',
      kind: 'picture',
      drawing: 'floorPlan',
      rooms: ['조립 1라인', '조립 2라인', '검사실', '자재 창고', '출하장', '전기실', '사무실'],
    },
    { path: '공장 전경.jpg', kind: 'picture', drawing: 'building' },
  ]),
])

export const ROOM_NAME = '한빛테크 인수 실사'

export const FOLDERS = [
  '01 회사 일반',
  '02 재무',
  '03 법무',
  '04 인사·노무',
  '05 지식재산',
  '06 부동산',
  '07 추가 요청 자료',
]

export const DOCUMENTS = [...GENERAL, ...FINANCE, ...LEGAL, ...PEOPLE, ...TECHNOLOGY, ...PROPERTY]
