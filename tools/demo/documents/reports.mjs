import { chance } from './chance.mjs'
import {
  cover,
  facts,
  gap,
  heading,
  items,
  paragraph,
  signatures,
  table,
  title,
} from './elements.mjs'
import { Paper } from './paper.mjs'
import { COMPANY, NAMES, prose, sentences, won } from './words.mjs'

const FIELDS = {
  finance: {
    sections: [
      '일반사항',
      '재무제표 작성 기준',
      '유의적 회계정책',
      '매출채권',
      '재고자산',
      '유형자산',
      '무형자산',
      '차입금',
      '충당부채',
      '자본',
      '수익',
      '특수관계자 거래',
      '위험 관리',
      '보고기간 후 사건',
    ],
    columns: ['구분', '당기', '전기', '증감'],
    rows: [
      '유동자산',
      '당좌자산',
      '재고자산',
      '비유동자산',
      '유형자산',
      '무형자산',
      '유동부채',
      '비유동부채',
      '자본금',
      '이익잉여금',
      '기타',
    ],
    unit: '(단위: 백만원)',
    closing: '위 내용은 회사가 제시한 자료에 근거하여 작성되었습니다.',
  },
  legal: {
    sections: [
      '검토의 범위',
      '회사의 설립과 존속',
      '주식과 주주',
      '주요 계약',
      '인허가',
      '소송과 분쟁',
      '인사와 노무',
      '지식재산',
      '개인정보',
      '공정거래',
      '거래 종결을 위한 조치',
    ],
    columns: ['항목', '확인한 자료', '발견 사항', '위험도'],
    rows: [
      '지배권 변동',
      '양도 제한',
      '해지 사유',
      '위약금',
      '독점 조항',
      '준거법',
      '분쟁 해결',
      '비밀유지',
    ],
    unit: '(2025년 12월 31일 현재)',
    closing:
      '이 의견은 제공된 자료만을 검토한 결과이며 그 밖의 사실에 관하여는 의견을 표시하지 않습니다.',
  },
  property: {
    sections: [
      '평가의 개요',
      '대상 물건',
      '지역 분석',
      '개별 분석',
      '거래사례비교법',
      '원가법',
      '시산가액의 조정',
      '권리관계',
      '부속 설비',
    ],
    columns: ['구분', '면적(㎡)', '단가(원)', '금액(백만원)'],
    rows: ['토지 1', '토지 2', '본동 1층', '본동 2층', '본동 3층', '창고동', '경비실', '부속 설비'],
    unit: '(기준 시점: 2025년 11월 30일)',
    closing: '평가 가액은 기준 시점의 정상적인 거래를 전제로 한 것입니다.',
  },
  technology: {
    sections: [
      '기술 분야',
      '배경 기술',
      '해결하려는 과제',
      '과제의 해결 수단',
      '발명의 효과',
      '도면의 간단한 설명',
      '실시를 위한 구체적인 내용',
      '산업상 이용 가능성',
      '청구 범위',
    ],
    columns: ['부호', '구성 요소', '기능', '비고'],
    rows: ['100', '110', '120', '130', '210', '220', '310', '320'],
    unit: '(부호의 설명)',
    closing: '청구 범위에 기재된 사항은 위 설명에 의하여 뒷받침됩니다.',
  },
  english: {
    sections: [
      'Executive summary',
      'Business overview',
      'Market and customers',
      'Historical performance',
      'Management case',
      'Working capital',
      'Capital expenditure',
      'Financing',
      'Sensitivity analysis',
      'Key assumptions',
      'Risks and mitigations',
    ],
    columns: ['KRW million', 'FY2026', 'FY2027', 'FY2028'],
    rows: [
      'Vision systems',
      'X-ray systems',
      'Sensors',
      'Software',
      'Service',
      'Gross profit',
      'Research',
      'Administration',
      'Operating profit',
    ],
    unit: '(management case)',
    closing: 'This report is a draft for discussion and must be read as a whole.',
  },
}

const WORDS_OF_CELLS = {
  legal: [
    ['계약서 사본', '법인등기부', '이사회 의사록', '대표자 확인서'],
    ['특이 사항 없음', '동의 필요', '보완 요청', '날인본 확인 필요'],
    ['낮음', '보통', '높음'],
  ],
  technology: [
    ['영상 취득부', '정렬부', '구동부', '제어부', '판정부', '기억부'],
    ['촬영', '위치 보정', '이송', '신호 처리', '비교 판정', '저장'],
    ['도 1', '도 2', '도 3'],
  ],
}

function cellsOf(field, random) {
  const words = WORDS_OF_CELLS[field]
  if (words) return words.map((list) => random.pick(list))
  const [one, two] = [random.whole(120, 42_000), random.whole(120, 42_000)]
  if (field === 'property')
    return [won(one / 10), won(two * 10), won(Math.round((one * two) / 100_000))]
  return [
    won(one),
    won(two),
    field === 'english'
      ? won(random.whole(900, 52_000))
      : `${one < two ? '△' : ''}${won(Math.abs(one - two))}`,
  ]
}

function figures(width, field, random) {
  const { columns, rows, unit } = FIELDS[field]
  const from = random.whole(0, rows.length - 5)
  const chosen = rows.slice(from, from + random.whole(4, 6))
  const isText = WORDS_OF_CELLS[field] !== undefined
  return [
    ...paragraph(width, unit, { size: 8, after: 0 }).map((block) => ({ ...block, keep: true })),
    ...table(
      width,
      columns.map((name, index) => ({
        name,
        share: index === 0 ? 3 : 2,
        align: index === 0 || isText ? 'left' : 'right',
      })),
      chosen.map((name) => [name, ...cellsOf(field, random)]),
    ),
  ]
}

const PARTS = ['현황', '주요 확인 사항', '산정 내역']
const ENGLISH_PARTS = ['Position', 'Observations', 'Figures']

function sectionsOf(width, field, random) {
  const { sections } = FIELDS[field]
  let part = 0
  return () => {
    const [section, step] = [Math.floor(part / 4), part % 4]
    part += 1
    const number = section + 1
    const name = sections[section % sections.length]
    const again =
      section >= sections.length ? (field === 'english' ? ' (continued)' : ' (계속)') : ''
    const head =
      step === 0
        ? [heading(`${number}. ${name}${again}`)]
        : [
            heading(
              `${number}.${step} ${(field === 'english' ? ENGLISH_PARTS : PARTS)[step - 1]}`,
              2,
            ),
          ]
    const body = paragraph(width, prose(field, random))
    if (step === 1 || step === 3) return [...head, ...body, ...figures(width, field, random)]
    if (step === 2) return [...head, ...body, ...items(width, sentences(field, random, 3))]
    return [...head, ...body, ...paragraph(width, prose(field, random))]
  }
}

export function report({
  name,
  pages,
  field,
  kicker,
  subtitle,
  firm,
  date,
  signers = [],
  opening = [],
}) {
  const random = chance(name)
  const paper = new Paper({ title: name, author: firm })
  paper.sheet(
    cover({ kicker, name, subtitle, firm, date, number: `HB-DD-${random.whole(1000, 9999)}` }),
  )
  const closing = [
    ...paragraph(paper.width, FIELDS[field].closing),
    ...signatures(paper.width, date, signers),
  ]
  paper.turn()
  paper.add(
    opening.flatMap(({ head, text }) => [
      heading(head, 2),
      ...paragraph(paper.width, text, { after: 12 }),
    ]),
  )
  paper.fill(pages, sectionsOf(paper.width, field, random), signers.length === 0 ? [] : closing)
  return paper.close()
}

const AGENDA = [
  '재무제표 승인의 건',
  '이사 선임의 건',
  '신규 시설 투자 승인의 건',
  '차입금 만기 연장의 건',
  '정관 일부 변경의 건',
  '내부 회계 관리 제도 보고의 건',
  '지점 설치의 건',
  '임원 보수 한도 승인의 건',
  '주식매수선택권 부여의 건',
]

export function minutes({ name, pages, meeting, date, place = '한빛테크 본사 3층 대회의실' }) {
  const random = chance(name)
  const paper = new Paper({ title: name, author: COMPANY })
  const { width } = paper
  const [chair, director, auditor] = [0, 4, 8].map(
    (offset) => NAMES.persons[(offset + random.whole(0, 3)) % NAMES.persons.length],
  )
  paper.add([
    title(width, meeting, COMPANY),
    ...facts(width, [
      ['일시', `${date} 오전 10시`],
      ['장소', place],
      ['출석', `총원 ${random.whole(5, 7)}명 중 5명 출석 (${chair}, ${director}, ${auditor} 외)`],
      ['의장', `대표이사 ${chair}`],
    ]),
    ...paragraph(
      width,
      `의장 ${chair}은 위와 같이 성원이 되었음을 확인하고 개회를 선언한 다음 아래 의안을 부의하여 심의를 구하였다.`,
    ),
  ])
  const first = random.whole(0, AGENDA.length - 1)
  let motion = 0
  const next = () => {
    motion += 1
    return [
      heading(`제${motion}호 의안  ${AGENDA[(first + motion) % AGENDA.length]}`, 2),
      ...paragraph(width, prose('board', random, 3)),
      ...paragraph(
        width,
        `의장이 찬반을 물은 결과 출석한 이사 전원이 찬성하여 원안대로 승인 가결하였다.`,
        { after: 10 },
      ),
    ]
  }
  paper.fill(pages, next, [
    ...paragraph(
      width,
      '이상으로 의안 전부의 심의를 마쳤으므로 의장은 폐회를 선언하였다. 이 의사록을 작성하고 의장과 출석한 이사가 기명날인한다.',
    ),
    ...signatures(width, date, [
      { company: COMPANY, role: '의장 대표이사', name: chair },
      { company: COMPANY, role: '사내이사', name: director },
      { company: COMPANY, role: '감사', name: auditor },
    ]),
    gap(4),
  ])
  return paper.close()
}
