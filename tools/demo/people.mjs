const at = (firm) => `${firm}.example.com`

const BUYER = { division: '누리마루인베스트 투자1팀', domain: at('nurimaru') }
const COUNSEL = { division: '해솔터 법무법인', domain: at('haesol-law') }
const AUDITOR = { division: '다온결 회계법인', domain: at('daongyeol') }
const APPRAISER = { division: '바른결 감정평가법인', domain: at('bareun') }
const ADVISER = { division: 'Northlight Advisory', domain: at('northlight') }
const COMPANY = { division: '한빛테크 법무팀', domain: at('hanbit') }

const person = (key, name, position, { division, domain }, more) => ({
  key,
  name,
  division,
  position,
  email: `${key}@${domain}`,
  language: 'ko',
  print: false,
  download: false,
  interest: 1,
  reads: [],
  ...more,
})

export const OPERATOR = { name: '김해온', email: `haeon@${COMPANY.domain}` }

export const SECOND_OPERATOR = person('yujin', '서유진', '팀장', COMPANY)

/** `reads` names path parts with pages to read and study. `interest` is visit frequency. `toBlock` people are blocked later. */
export const PARTICIPANTS = [
  person('hayun', '정하윤', '이사', BUYER, {
    print: true,
    download: true,
    downloads: '차입금 명세',
    interest: 0.8,
    reads: [
      ['감사보고서 (2025)', 6, 3],
      ['신주인수계약서', 4, 2, 4],
      ['Hanbit Tech', 5, 3, 4],
    ],
  }),
  person('dohyeon', '박도현', '과장', BUYER, {
    interest: 1.5,
    reads: [
      ['총계정원장', 6, 4, 5],
      ['감사보고서 (2025)', 8, 3, 4, 7],
      ['차입금 명세', 4, 2],
      ['본사 3층 평면도', 1],
    ],
  }),
  person('seojin', '최서진', '변호사', COUNSEL, {
    print: true,
    interest: 1.2,
    reads: [
      ['법률실사 중간 의견서', 6, 3, 4],
      ['누리결정밀', 5, 2, 5],
      ['정관', 3],
      ['본사 임대차계약서', 3, 2],
    ],
  }),
  person('jiwoo', '한지우', '공인회계사', AUDITOR, {
    print: true,
    download: true,
    downloads: '합계잔액시산표',
    reads: [
      ['합계잔액시산표', 5, 1, 2],
      ['감사보고서 (2024)', 5, 4],
      ['감사보고서 (2025)', 6, 3, 4],
    ],
  }),
  person('taeo', '윤태오', '세무사', AUDITOR, {
    interest: 0.5,
    reads: [
      ['법인세 신고서 (2025)', 4, 2],
      ['부가가치세 신고서', 3],
    ],
  }),
  person('serin', '오세린', '감정평가사', APPRAISER, {
    toBlock: true,
    interest: 0.5,
    reads: [
      ['공장 부지 감정평가서', 5, 2, 4],
      ['공장 건물 등기', 2],
    ],
  }),
  person('emma', 'Emma Clarke', 'Director', ADVISER, {
    language: 'en',
    download: true,
    interest: 0.6,
    reads: [['Hanbit Tech', 7, 4, 5]],
  }),
  person('ian', '강이안', '심사역', BUYER, { absent: true }),
]
