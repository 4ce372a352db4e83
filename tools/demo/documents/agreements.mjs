import { chance } from './chance.mjs'
import { cover, facts, heading, items, paragraph, signatures, table, title } from './elements.mjs'
import { INK, Paper, rule, write } from './paper.mjs'
import { bold, regular } from './text-measure.mjs'
import { COMPANY, NAMES, sentences, won } from './words.mjs'

const ARTICLES = [
  '목적',
  '정의',
  '계약의 범위',
  '계약 기간',
  '대금과 지급',
  '납품과 검수',
  '품질 보증',
  '소유권과 위험의 이전',
  '지식재산권',
  '비밀유지',
  '권리 의무의 양도 금지',
  '지배권의 변동',
  '손해배상',
  '불가항력',
  '계약의 해제와 해지',
  '통지',
  '분쟁의 해결',
  '완전 합의',
  '변경',
  '일반 조항',
]

function article(width, number, name, field, random) {
  const [first, second, ...clauses] = sentences(field, random, random.whole(4, 5))
  return [
    heading(`제${number}조 (${name})`, 2),
    ...paragraph(width, `${first} ${second}`),
    ...items(width, clauses, (index) => ['①', '②', '③'][index]),
  ]
}

export function contract({ name, pages, other, date, amount }) {
  const random = chance(name)
  const paper = new Paper({ title: name, author: COMPANY })
  const { width } = paper
  paper.sheet(
    cover({
      kicker: '계약서 · AGREEMENT',
      name,
      subtitle: `${COMPANY} · ${other}`,
      firm: COMPANY,
      date,
      number: `HB-C-${random.whole(2023, 2025)}-${random.whole(100, 999)}`,
    }),
  )
  paper.add([
    title(width, name),
    ...facts(width, [
      ['갑', `${COMPANY} (경기도 한빛시 산업로 101)`],
      ['을', `${other} (서울특별시 새빛구 중앙로 22)`],
      [
        '계약 금액',
        amount ? `금 ${won(amount)}원 (부가가치세 별도)` : '개별 계약에서 정하는 바에 따름',
      ],
      ['체결일', date],
    ]),
  ])
  let number = 0
  const next = () => {
    const [supplement, index] = [Math.floor(number / ARTICLES.length), number % ARTICLES.length]
    number += 1
    const head = index === 0 && supplement > 0 ? [heading(`부속합의서 제${supplement}호`)] : []
    return [...head, ...article(width, index + 1, ARTICLES[index], 'contract', random)]
  }
  paper.fill(pages, next, [
    ...paragraph(
      width,
      '이 계약의 성립을 증명하기 위하여 계약서 2통을 작성하고 갑과 을이 기명날인한 다음 각자 1통씩 보관한다.',
    ),
    ...signatures(width, date, [
      { company: COMPANY, role: '대표이사', name: '김해온' },
      { company: other, role: '대표이사', name: random.pick(NAMES.persons.slice(2)) },
    ]),
  ])
  return paper.close()
}

const SIGNING = { top: 210, height: 92, left: 300, width: 180, box: 52 }

/** The box is on the last page of `signable`. */
export const signatureBox = (index) => ({
  scaledX: SIGNING.left,
  scaledY: SIGNING.top + index * SIGNING.height + 8,
  scaledW: SIGNING.width,
  scaledH: SIGNING.box,
})

const signingPage =
  (name, signers) =>
  (context, { width }) => {
    write(context, name, { x: width / 2, y: 110, font: bold(18), align: 'center' })
    write(context, '위 내용을 확인하고 아래와 같이 서명합니다.', {
      x: width / 2,
      y: 150,
      font: regular(11),
      align: 'center',
    })
    for (const [index, signer] of signers.entries()) {
      const y = SIGNING.top + index * SIGNING.height
      write(context, signer.firm, { x: 72, y: y + 28, font: bold(12) })
      write(context, `${signer.role}   ${signer.name}`, { x: 72, y: y + 50, font: regular(11) })
      rule(context, SIGNING.left, y + SIGNING.box + 10, SIGNING.left + SIGNING.width)
      write(context, '(서명)', {
        x: SIGNING.left + SIGNING.width + 8,
        y: y + SIGNING.box + 8,
        font: regular(9),
        color: INK.soft,
      })
    }
  }

const DEAL_ARTICLES = [
  '목적',
  '정의',
  '비밀유지',
  '정보의 사용',
  '예외',
  '반환과 폐기',
  '거래의 구조',
  '거래 대금',
  '실사',
  '독점 협상',
  '선행조건',
  '진술과 보장',
  '공시와 보도',
  '비용의 부담',
  '효력과 기간',
  '손해배상',
  '해제',
  '통지',
  '준거법과 관할',
  '일반 조항',
]

export function signable({ name, pages, signers }) {
  const random = chance(name)
  const paper = new Paper({ title: name, author: COMPANY })
  const { width } = paper
  paper.add([title(width, name, signers.map(({ firm }) => firm).join(' · '))])
  let number = 0
  const next = () => {
    const name = DEAL_ARTICLES[number % DEAL_ARTICLES.length]
    number += 1
    return article(width, number, name, 'deal', random)
  }
  paper.fill(pages - 1, next)
  paper.sheet(signingPage(name, signers))
  return paper.close()
}

const CHAPTERS = [
  '총칙',
  '채용과 배치',
  '복무',
  '근로시간과 휴게',
  '휴일과 휴가',
  '임금',
  '퇴직과 해고',
  '표창과 징계',
  '안전과 보건',
  '보칙',
]

const RULES = [
  '목적',
  '적용 범위',
  '용어의 뜻',
  '절차',
  '책임',
  '기록과 보관',
  '심의',
  '통지',
  '예외',
  '보고',
  '승인',
  '교육',
  '점검',
  '준용',
]

export function regulation({ name, pages, date, field, chapters = CHAPTERS }) {
  const random = chance(name)
  const paper = new Paper({ title: name, author: COMPANY })
  const { width } = paper
  paper.add([title(width, name, `${COMPANY} · ${date} 시행`)])
  let number = 0
  const next = () => {
    const chapter = Math.floor(number / 5)
    const head =
      number % 5 === 0 ? [heading(`제${chapter + 1}장 ${chapters[chapter % chapters.length]}`)] : []
    number += 1
    return [...head, ...article(width, number, RULES[(number - 1) % RULES.length], field, random)]
  }
  paper.fill(pages, next, [...paragraph(width, `부칙  이 규정은 ${date}부터 시행한다.`)])
  return paper.close()
}

const ENTRIES = 8

export function certificate({ name, pages, date, rows, columns, entries, field }) {
  const random = chance(name)
  const paper = new Paper({ title: name, author: COMPANY })
  const { width } = paper
  paper.add([title(width, name, `${date} 발급`), ...facts(width, rows)])
  let number = 0
  const next = () => {
    number += 1
    const lines = Array.from({ length: ENTRIES }, (_, index) => [
      String((number - 1) * ENTRIES + index + 1),
      random.pick(entries),
      `202${random.whole(1, 5)}-${String(random.whole(1, 12)).padStart(2, '0')}-${String(random.whole(1, 28)).padStart(2, '0')}`,
      ...sentences(field, random, 1),
    ])
    return table(
      width,
      columns.map((column, index) => ({ name: column, share: [1, 3, 2, 8][index] })),
      lines,
    )
  }
  const closing = signatures(width, date, [
    { company: '위 사실을 확인합니다.', role: COMPANY, name: '한빛테크' },
  ])
  if (columns) paper.fill(pages, next, closing)
  else paper.add(closing)
  return paper.close()
}
