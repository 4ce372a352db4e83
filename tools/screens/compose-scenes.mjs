const AT = '2026-11-20T01:30:00.000Z'
const A4 = { width: 595, height: 842 }

const person = (id, name, type, order, status, more = {}) => ({
  id,
  name,
  email: `signer${id}@nuri-partners.example`,
  type,
  order,
  status,
  invitedAt: status === 'WAITING' ? null : AT,
  expiresAt: status === 'WAITING' ? null : '2026-12-04T01:30:00.000Z',
  openedAt: ['OPENED', 'DONE', 'DECLINED'].includes(status) ? AT : null,
  doneAt: ['DONE', 'DECLINED'].includes(status) ? AT : null,
  reason: null,
  mailFailed: false,
  ...more,
})

const box = (id, typeName, participant, scaledX, scaledY, label = '') => {
  const [scaledW, scaledH] = typeName === 'SIGN' ? [120, 120] : [200, 40]
  return {
    id,
    typeName,
    page: 0,
    scaledX,
    scaledY,
    scaledW,
    scaledH,
    participant,
    required: true,
    label,
  }
}

const template = (templateId, status, participants, more = {}) => ({
  templateId,
  name: '비밀유지계약서 (누리파트너스, 2025년 10월 개정안).pdf',
  originName: '비밀유지계약서.pdf',
  status,
  createdAt: AT,
  pageCount: 3,
  pages: [A4, A4, A4],
  notice: '내용을 확인하신 뒤 서명해 주세요.',
  signValid: 14,
  waterMark: true,
  boxes: [
    box('1', 'SIGN', 1, 70, 560),
    box('2', 'SIGN', 2, 340, 560),
    box('3', 'TEXT', 1, 70, 700, '직책'),
  ],
  annotations: [
    {
      id: '4',
      kind: 'HIGHLIGHT',
      page: 0,
      paths: [[72, 140, 320, 140]],
      thickness: 12,
      color: '#ffd84d',
    },
    {
      id: '5',
      kind: 'TEXT',
      page: 0,
      scaledX: 340,
      scaledY: 180,
      scaledW: 160,
      scaledH: 28,
      text: '검토 완료',
      size: 12,
      color: '#c2281c',
    },
    {
      id: '6',
      kind: 'INK',
      page: 0,
      paths: [[340, 220, 380, 240, 420, 215, 470, 232]],
      thickness: 1,
      opacity: 1,
      color: '#1d4ed8',
    },
  ],
  participants,
  revision: 3,
  path: `/esign/api/compose/source/${templateId}`,
  resultPath: null,
  sourceSha256: 'c62a38fe9b2b1a2cf0dba87b23ea5b84c9f1d2f8a1b06d6c4d8f5d9a2c1e7b30',
  resultSha256: null,
  failure: null,
  wasSigned: false,
  ...more,
})

const TWO = [
  person(1, '이서연', 'SIGNER', 1, 'WAITING'),
  person(2, '정우성', 'SIGNER', 2, 'WAITING'),
  person(3, '한지민', 'CC', 2, 'WAITING'),
]

const DOCUMENTS = [
  template(1, 'DRAFT', TWO),
  template(2, 'SENT', [
    person(1, '이서연', 'SIGNER', 1, 'DONE'),
    person(2, '정우성', 'SIGNER', 2, 'OPENED', { mailFailed: true }),
  ]),
  template(
    3,
    'DECLINED',
    [
      person(1, '이서연', 'SIGNER', 1, 'DECLINED', {
        reason: '제5조의 금액을 다시 확인해 주세요.',
      }),
    ],
    {
      name: '주식매매계약서.pdf',
    },
  ),
  template(
    4,
    'COMPLETED',
    [person(1, '이서연', 'SIGNER', 1, 'DONE'), person(2, '정우성', 'APPROVER', 2, 'DONE')],
    {
      name: '확인서.pdf',
      resultPath: '/esign/api/compose/result/4',
      resultSha256: '1f0e5a7d3c9b8a6f4e2d1c0b9a8f7e6d5c4b3a2f1e0d9c8b7a6f5e4d3c2b1a09',
    },
  ),
  template(5, 'FAILED', [person(1, '이서연', 'SIGNER', 1, 'DONE')], {
    name: '부속합의서.pdf',
    failure: { code: 'SEAL_CERTIFICATE', text: '서명 인증서의 기한이 지났습니다.', at: AT },
  }),
]

/** PDF readers reconstruct the missing xref table. */
const PDF = (() => {
  const kids = [3, 4, 5].map((number) => `${number} 0 R`).join(' ')
  const page = (number) =>
    `${number} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 6 0 R>>>>/Contents ${number + 4} 0 R>>endobj`
  const content = (number, text) => {
    const drawing = `BT /F 20 Tf 72 740 Td (${text}) Tj ET`
    return `${number} 0 obj<</Length ${drawing.length}>>stream\n${drawing}\nendstream endobj`
  }
  return [
    '%PDF-1.4',
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    `2 0 obj<</Type/Pages/Kids[${kids}]/Count 3>>endobj`,
    ...[3, 4, 5].map(page),
    '6 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj',
    ...[7, 8, 9].map((number, index) =>
      content(number, `Non-disclosure agreement, page ${index + 1}`),
    ),
    'trailer<</Root 1 0 R/Size 10>>',
    '%%EOF',
  ].join('\n')
})()

async function furnish(page) {
  const answer = (route, data) => route.fulfill({ json: { data } })
  await page.route(/\/compose\/documents\?/, (route) => answer(route, DOCUMENTS))
  await page.route(/\/compose\/get\?/, (route) => {
    const id = Number(new URL(route.request().url()).searchParams.get('templateId'))
    return answer(
      route,
      DOCUMENTS.find(({ templateId }) => templateId === id),
    )
  })
  await page.route(/\/compose\/(source|result)\/\d+(\?|$)/, (route) =>
    route.fulfill({ contentType: 'application/pdf', body: PDF }),
  )
}

async function showDocument({ page }, id) {
  await furnish(page)
  await page.goto(`/compose/document/${id}`)
  await page.locator('.document-people, .document-hashes').first().waitFor()
}

async function showEditor({ page }) {
  await furnish(page)
  await page.goto('/compose/edit/1')
  await page.locator('.page-canvas[data-drawn]').first().waitFor()
}

export const COMPOSE_SCENES = [
  {
    name: 'compose-empty',
    of: 'compose-draft',
    as: 'alone',
    async open({ page, t }) {
      await page.goto('/compose')
      await page.getByText(t('compose.selectHint')).waitFor()
    },
  },
  ...DOCUMENTS.map(({ templateId, status }) => ({
    name: `compose-${status.toLowerCase()}`,
    ...(status === 'DRAFT' ? {} : { of: 'compose-draft' }),
    as: 'raised',
    open: (stage) => showDocument(stage, templateId),
  })),
  {
    name: 'compose-preview',
    as: 'raised',
    async open(stage) {
      await showDocument(stage, 1)
      await stage.page
        .getByRole('button', { name: stage.t('compose.preview'), exact: true })
        .click()
      await stage.page.locator('.preview .page-canvas[data-drawn]').first().waitFor()
    },
  },
  { name: 'compose-editor', as: 'raised', open: showEditor },
  {
    name: 'compose-selected',
    of: 'compose-editor',
    as: 'raised',
    async open(stage) {
      await showEditor(stage)
      await stage.page.locator('.piece[data-kind=SIGN] .piece-body').first().click()
      const tools = stage.page.getByRole('button', { name: stage.t('compose.tools'), exact: true })
      if (await tools.isVisible()) await tools.click()
      await stage.page.getByRole('region', { name: stage.t('compose.selected') }).waitFor()
    },
  },
  {
    name: 'compose-invite',
    as: 'raised',
    async open(stage) {
      await showDocument(stage, 1)
      await stage.page
        .getByRole('group')
        .getByRole('button', { name: stage.t('compose.invite'), exact: true })
        .click()
      await stage.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'compose-person',
    as: 'raised',
    minWidth: 1024,
    async open(stage) {
      await showEditor(stage)
      await stage.page.getByRole('button', { name: stage.t('compose.addPerson') }).click()
      await stage.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'compose-upload',
    as: 'raised',
    async open({ page, t }) {
      await furnish(page)
      await page.goto('/compose')
      await page
        .getByRole('main')
        .locator('input[type=file]')
        .setInputFiles({
          name: '계약서.pdf',
          mimeType: 'application/pdf',
          buffer: Buffer.from(PDF),
        })
      await page.getByRole('dialog', { name: t('compose.uploadTitle') }).waitFor()
    },
  },
]
