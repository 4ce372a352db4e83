/** The company that the room is about. Companies and persons of the demo are made up. */
export const COMPANY = '한빛테크 주식회사'

const PARTNERS = [
  '누리결정밀',
  '다솜이엔지',
  '마루빛소재',
  '새온시스템',
  '아라솔루션',
  '초록별에너지',
  '큰솔모터스',
  '해든일렉',
  '온새미물산',
  '푸른내전자',
]
const PRODUCTS = [
  '비전 검사기 HV-300',
  '적층 정렬 모듈 SA-12',
  '엑스선 검사기 XR-7',
  '레이저 변위 센서 LD-5',
  '검사 소프트웨어 InspectOne',
  '노즐 세정기 NC-2',
]
const DEPARTMENTS = [
  '경영지원본부',
  '재무팀',
  '법무팀',
  '연구개발본부',
  '생산기술팀',
  '품질보증팀',
  '해외영업팀',
  '국내영업팀',
  '구매팀',
  '인사총무팀',
]
const PERSONS = [
  '김해온',
  '서유진',
  '이도담',
  '박새별',
  '최가람',
  '정다온',
  '한누리',
  '윤슬기',
  '임하늘',
  '오로운',
  '장한결',
  '문소담',
  '남기찬',
  '노을림',
]

/** Names to pick from. */
export const NAMES = { partners: PARTNERS, products: PRODUCTS, departments: DEPARTMENTS, persons: PERSONS }

/** An amount of money with separators. */
export const won = (amount) => amount.toLocaleString('ko-KR')

const two = (number) => String(number).padStart(2, '0')

const SLOTS = {
  금액: ({ whole }) => `${won(whole(12, 9_800))}백만원`,
  비율: ({ whole }) => `${whole(1, 48)}.${whole(0, 9)}%`,
  건수: ({ whole }) => `${whole(2, 36)}건`,
  날짜: ({ whole }) => `2025년 ${whole(1, 12)}월 ${whole(1, 28)}일`,
  월: ({ whole }) => `${whole(1, 12)}월`,
  부서: ({ pick }) => pick(DEPARTMENTS),
  거래처: ({ pick }) => `${pick(PARTNERS)} 주식회사`,
  제품: ({ pick }) => pick(PRODUCTS),
  사람: ({ pick }) => pick(PERSONS),
  지체: ({ whole }) => String(whole(1, 3)),
  호: ({ whole }) => `2025-${two(whole(1, 12))}-${whole(100, 999)}`,
}

/** The sentence with its slots filled by chance. */
const fill = (sentence, random) => sentence.replace(/\{([^}]+)\}/g, (_, slot) => SLOTS[slot](random))

/** What documents of a field say; `{…}` are slots. */
const SENTENCES = {
  finance: [
    '당기 매출액은 {금액}으로 전기 대비 {비율} 증가하였으며, 증가분의 대부분은 {제품} 수주에서 발생하였습니다.',
    '매출채권 중 {금액}은 {거래처}에 대한 것으로, 보고기간 말 현재 회수 기일이 도래하지 않았습니다.',
    '재고자산은 총평균법으로 평가하며, 순실현가능가치가 취득원가보다 낮은 {건수}의 품목에 대하여 평가손실 {금액}을 인식하였습니다.',
    '유형자산의 감가상각은 정액법에 따르며, 검사 라인 증설로 {금액}이 건설중인자산에서 대체되었습니다.',
    '연구개발비 중 자산 인식 요건을 충족한 {금액}은 개발비로 계상하고 나머지는 당기 비용으로 처리하였습니다.',
    '{날짜} 이사회 결의에 따라 운전자금 대출 {금액}의 만기를 1년 연장하였습니다.',
    '퇴직급여 부채는 예측단위적립방식으로 측정하였고, 할인율 변동에 따른 보험수리적손실 {금액}을 기타포괄손익으로 인식하였습니다.',
    '특수관계자인 {거래처}와의 거래는 제3자와의 거래와 유사한 조건으로 이루어졌으며 당기 매입액은 {금액}입니다.',
    '외화 표시 채권과 채무에 대하여 환율이 10% 변동할 경우 세전 이익은 {금액} 변동합니다.',
    '품질보증충당부채는 과거 3개년의 하자 발생률 {비율}을 적용하여 산정하였습니다.',
    '이연법인세자산은 향후 과세소득의 발생 가능성을 고려하여 {금액} 범위에서 인식하였습니다.',
    '보고기간 후 {날짜}에 {거래처}와 {제품} 공급계약을 체결하였으며 계약 금액은 {금액}입니다.',
  ],
  legal: [
    '회사는 {날짜} {거래처}를 상대로 물품대금 {금액}의 지급을 구하는 소를 제기하여 현재 제1심이 계속 중입니다.',
    '계약 제{호}호는 지배권 변동이 있는 경우 상대방의 사전 서면 동의를 요구하므로 거래 종결 전에 동의를 받아야 합니다.',
    '{거래처}와의 기본계약은 자동 갱신 조항에 따라 매년 갱신되고 있으며, 해지 통지 기간은 3개월입니다.',
    '비밀유지 의무는 계약 종료 후 5년간 존속하며 위반 시 손해배상액의 예정은 {금액}으로 정하고 있습니다.',
    '최근 3년간 관할 관청으로부터 받은 시정 명령은 {건수}이고, 모두 기한 내에 이행을 마쳤습니다.',
    '하도급 거래에 관한 서면 교부 실태를 표본 {건수}에 대하여 확인한 결과 미교부 사례는 발견되지 않았습니다.',
    '{부서}에서 관리하는 계약 대장과 실제 보관 계약서를 대조하여 날인본이 없는 {건수}을 별지에 정리하였습니다.',
    '보증보험 가입 금액은 {금액}이며 보험 기간은 계약 기간 만료 후 60일까지입니다.',
    '영업 양도에 따른 근로관계 승계에 관하여 근로자대표와 {날짜} 협의를 마쳤습니다.',
    '개인정보 처리 위탁 계약은 {건수}이고, 수탁자에 대한 점검은 매 반기 {부서}에서 수행합니다.',
  ],
  contract: [
    '을은 갑이 발주서로 정한 규격과 수량에 따라 {제품}에 사용되는 물품을 납품하고, 갑은 그 대금을 지급한다.',
    '대금은 검수 완료일이 속하는 달의 다음 달 말일까지 을이 지정한 계좌로 지급한다.',
    '갑은 물품을 인도받은 날부터 10영업일 이내에 검수하고 그 결과를 을에게 서면으로 통지한다.',
    '검수에 합격하지 못한 물품은 을의 비용으로 7영업일 이내에 교체하거나 보완한다.',
    '물품의 소유권과 멸실의 위험은 검수가 완료된 때에 갑에게 이전된다.',
    '을은 인도일부터 24개월 동안 물품의 품질을 보증하며, 하자가 발견되면 지체 없이 보수한다.',
    '당사자는 이 계약과 관련하여 알게 된 상대방의 기술상, 경영상의 정보를 계약 종료 후 5년간 제3자에게 누설하지 아니한다.',
    '당사자는 상대방의 사전 서면 동의 없이 이 계약상의 권리와 의무를 제3자에게 양도하거나 담보로 제공할 수 없다.',
    '당사자의 최대주주가 변경되는 경우 그 당사자는 변경일 30일 전까지 상대방에게 서면으로 통지하여야 한다.',
    '납기를 지체한 때에는 지체일수 1일에 대하여 해당 대금의 1천분의 {지체}에 해당하는 지체상금을 지급한다.',
    '천재지변, 전쟁, 법령의 변경 등 당사자의 책임 없는 사유로 인한 불이행에 대하여는 책임을 지지 아니한다.',
    '상대방이 이 계약을 위반하고 서면 최고를 받은 날부터 14일 이내에 시정하지 아니하면 계약을 해지할 수 있다.',
    '이 계약에 관한 분쟁은 먼저 협의로 해결하고, 협의가 이루어지지 아니하면 갑의 본점 소재지 관할 법원에 제소한다.',
    '이 계약의 변경은 양 당사자가 기명날인한 서면에 의하여만 효력이 있다.',
  ],
  deal: [
    '당사자는 대상회사의 인수를 검토하는 목적으로만 상대방이 제공한 비밀정보를 사용한다.',
    '비밀정보란 서면, 구두, 전자적 형태를 불문하고 거래와 관련하여 제공되는 일체의 정보를 말한다.',
    '수령자는 거래를 검토하는 데 필요한 임직원과 자문사에 한하여 비밀정보를 제공하고, 같은 의무를 부담하게 한다.',
    '공지된 정보, 수령자가 정당하게 보유하고 있던 정보와 제3자로부터 적법하게 취득한 정보는 비밀정보에 포함되지 아니한다.',
    '법령이나 법원, 감독기관의 요구에 따라 공개하는 경우 수령자는 제공자에게 사전에 통지하고 공개 범위를 최소한으로 한다.',
    '제공자가 요청하면 수령자는 비밀정보와 그 사본을 지체 없이 반환하거나 폐기하고 그 사실을 서면으로 확인한다.',
    '실사는 데이터룸에 게시된 자료와 경영진 면담으로 진행하며, 매도인은 합리적인 추가 자료 요청에 협조한다.',
    '매도인은 이 문서의 체결일부터 8주 동안 제3자와 동일하거나 유사한 거래를 협의하지 아니한다.',
    '거래 대금은 실사 결과와 종결일 현재의 순차입금, 운전자본에 따라 조정한다.',
    '거래의 종결은 이사회 승인, 관계 기관의 승인과 주요 계약 상대방의 동의를 선행조건으로 한다.',
    '당사자는 상대방의 사전 서면 동의 없이 거래의 존재와 조건을 언론이나 제3자에게 알리지 아니한다.',
    '실사와 협상에 드는 비용은 거래의 성사 여부와 관계없이 각자 부담한다.',
    '비밀유지 의무는 이 문서의 효력이 끝난 날부터 3년간 존속한다.',
    '이 문서를 위반한 당사자는 상대방에게 발생한 통상의 손해를 배상한다.',
    '이 문서는 대한민국 법률에 따라 해석하며, 분쟁은 서울중앙지방법원을 제1심 관할 법원으로 한다.',
    '이 문서의 변경은 양 당사자가 기명날인하거나 서명한 서면에 의하여만 효력이 있다.',
  ],
  board: [
    '의장은 {부서}가 작성한 검토 자료에 따라 의안의 취지와 소요 금액 {금액}을 설명하였다.',
    '{부서} 담당 임원이 추진 경과와 {월}까지의 일정을 보고하고 이사들의 질의에 답하였다.',
    '한 이사가 {제품} 수주 전망에 관하여 질의하였고, 담당 임원은 {거래처}와의 협의 상황을 설명하였다.',
    '감사는 관련 서류를 조사한 결과 법령과 정관에 어긋나거나 부당한 사항이 없다고 진술하였다.',
    '의장은 자금 조달 방법으로 사내 유보 자금과 운전자금 대출 {금액}을 활용하는 방안을 제시하였다.',
    '이사들은 예산 대비 집행률이 {비율}임을 확인하고 초과 집행에 대한 사전 보고를 요청하였다.',
    '세부 실행 사항은 대표이사에게 위임하되 그 결과를 다음 이사회에 보고하기로 하였다.',
    '의안과 이해관계가 있는 이사는 의결에 참여하지 아니하였음을 확인하였다.',
  ],
  people: [
    '근로시간은 1일 8시간, 1주 40시간을 원칙으로 하되 {부서}는 선택적 근로시간제를 적용할 수 있다.',
    '연차유급휴가는 법령이 정하는 바에 따르며, 사용하지 아니한 휴가는 {월} 급여에 반영하여 정산한다.',
    '신규 채용자의 수습 기간은 3개월로 하고, 평가 결과는 {부서}가 관리한다.',
    '회사는 임직원의 직무 발명에 대하여 심의를 거쳐 정당한 보상을 지급한다.',
    '재택근무를 하려는 임직원은 소속 부서장의 승인을 받아 {부서}에 신청서를 제출한다.',
    '상여금은 연 4회 나누어 지급하며 지급 기준은 {부서}가 매년 {월}에 공지한다.',
    '징계의 종류는 견책, 감봉, 정직, 해고로 하며 인사위원회의 의결을 거쳐야 한다.',
    '직장 내 괴롭힘에 관한 상담은 {부서}의 담당자가 접수하고 10일 이내에 조사를 시작한다.',
    '임직원은 업무상 알게 된 고객사의 도면과 검사 자료를 외부에 제공하여서는 아니 된다.',
    '퇴직하는 임직원은 퇴직일 전까지 업무를 인계하고 보유한 자료와 장비를 반납한다.',
  ],
  technology: [
    '본 발명은 {제품}에 적용되는 것으로, 복수의 조명 각도에서 얻은 영상을 합성하여 미세 결함을 검출하는 방법에 관한 것이다.',
    '종래의 기술은 반사광에 따른 오검출률이 {비율}에 이르러 작업자의 재확인이 필요하다는 문제가 있었다.',
    '상기 정렬부는 기준 표식의 중심을 구하고, 보정량을 구동부에 전달하여 적층 오차를 줄인다.',
    '일 실시예에 따르면 제어부는 이송 속도에 맞추어 촬영 주기를 조절하며, 이때 처리량은 {비율} 향상된다.',
    '도 3은 검사 절차의 흐름도로서, 영상 취득 단계(S110), 전처리 단계(S120), 판정 단계(S130)를 포함한다.',
    '판정부는 학습된 기준값과 비교하여 불량 여부를 정하고 결과를 기억부에 저장한다.',
    '이상에서 설명한 실시예는 예시일 뿐이며, 통상의 기술자는 기술적 사상의 범위에서 다양하게 변형할 수 있다.',
    '시제품을 {거래처}의 생산 라인에서 시험한 결과, 검출률은 기준 대비 {비율} 개선되었다.',
  ],
  property: [
    '대상 부동산은 산업단지 안에 있으며 주변에는 중소 규모의 공장과 창고가 들어서 있습니다.',
    '간선도로에서 약 300미터 거리에 있어 화물 차량의 접근이 양호하고, 대중교통 여건은 보통입니다.',
    '토지는 인접 도로와 높이가 거의 같은 평지이며 사다리꼴에 가까운 모양입니다.',
    '건물은 철근콘크리트조 지상 3층으로, 사용 승인 후 여러 차례 보수되어 관리 상태는 양호합니다.',
    '비교 사례는 {날짜}에 거래된 것으로 지역 요인과 개별 요인을 고려하여 {비율}를 보정하였습니다.',
    '원가법에 따른 건물의 재조달원가는 {금액}이며 감가누계액을 차감하여 적산가액을 구하였습니다.',
    '근저당권 설정 금액은 {금액}이고 대출 잔액은 정기적으로 상환되고 있습니다.',
    '소방 시설과 승강기는 {월} 정기 점검에서 적합 판정을 받았습니다.',
  ],
  english: [
    'Management expects revenue to grow as orders for vision inspection systems move from pilot lines to series production.',
    'The base case assumes a stable gross margin, with lower material costs offset by higher wages in the service organisation.',
    'Working capital remains the main use of cash; the review team tested collections against the ageing of receivables at year end.',
    'A delay of two quarters in the largest customer programme would reduce operating profit in the first projection year by about one fifth.',
    'Capital expenditure covers a second assembly hall and the renewal of test equipment, most of which is committed.',
    'We did not audit the figures underlying this report and rely on information supplied by management and its advisers.',
    'Headcount in research and development rises more slowly than revenue, in line with the hiring plan approved by the board.',
    'The sensitivity analysis combines lower volumes, an unfavourable exchange rate and a slower release of provisions.',
    'Order intake in the first two months of the current year is consistent with the budget for the quarter.',
    'Tax losses carried forward are expected to be used within three years under the management case.',
  ],
}

/** So many sentences of a field, none twice. */
export function sentences(field, random, count) {
  const left = [...SENTENCES[field]]
  const chosen = Array.from({ length: count }, () => left.splice(random.whole(0, left.length - 1), 1)[0])
  return chosen.map((sentence) => fill(sentence, random))
}

/** Some sentences of a field as one paragraph. */
export const prose = (field, random, count = random.whole(3, 5)) => sentences(field, random, count).join(' ')
