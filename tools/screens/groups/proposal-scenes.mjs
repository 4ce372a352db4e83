import { answerWith } from '../invented/answer-with.mjs'

const HOUR = 3_600_000

const PROPOSED = [
  {
    userName: '김회계',
    email: 'accountant@hankyul.example',
    division: '회계법인 한결',
    position: '이사',
    note: '재무 실사를 맡습니다.',
  },
  {
    ...{
      userName: 'Christopher Featherstonehaugh',
      email: 'christopher.featherstonehaugh@advisory-partners.example',
    },
    ...{
      division: 'Featherstonehaugh & Cholmondeley Advisory Partners',
      position: '',
      note: '',
      isMember: true,
    },
  },
  { userName: '최변호', email: 'lawyer@hankyul.example', division: '', position: '', note: '' },
].map((person, index) => ({
  ...{
    id: index + 1,
    isMember: false,
    groupId: 2,
    group: '매수인 자문단 (법무법인 한결)',
    proposedBy: '정우성',
    ...person,
  },
  proposedAt: new Date(Date.now() - index * HOUR).toISOString(),
}))

async function showReview({ page, t }, rows = PROPOSED) {
  await page.route('**/room/api/proposal/list/*', (route) =>
    answerWith(route, rows, { total: rows.length }),
  )
  await page.goto('/admin/invitation')
  await page.getByRole('button', { name: t('proposals.show') }).waitFor()
}

async function showOwn({ page, room, t }, rows) {
  await page.route('**/room/info/*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), leads: true } })
  })
  await page.route('**/room/api/proposal/own/*', (route) => answerWith(route, rows))
  await page.goto(`/?folder=${room.folder}`)
  await page.locator('.items-row').first().waitFor()
  await page.locator('.top-end [aria-haspopup=menu]').first().click()
  await page.getByRole('menuitem', { name: t('proposals.menu') }).click()
  await (rows.length > 0
    ? page.locator('.proposal').first()
    : page.getByText(t('proposals.none'))
  ).waitFor()
}

const STATES = ['waiting', 'admitted', 'declined']

export const PROPOSAL_SCENES = [
  { name: 'proposals', as: 'raised', open: (stage) => showReview(stage) },
  {
    name: 'proposals-review',
    of: 'proposals',
    as: 'raised',
    async open(stage) {
      await showReview(stage)
      await stage.page.getByRole('button', { name: stage.t('proposals.show') }).click()
      await stage.page.locator('.asked').first().waitFor()
    },
  },
  {
    name: 'propose',
    as: 'participant',
    open: (stage) =>
      showOwn(
        stage,
        PROPOSED.map((row, index) => ({ ...row, state: STATES[index] })),
      ),
  },
  { name: 'propose-first', of: 'propose', as: 'participant', open: (stage) => showOwn(stage, []) },
]
