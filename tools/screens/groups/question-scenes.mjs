import sharp from 'sharp'
import { answerWith } from '../invented/answer-with.mjs'
import {
  EXPERT,
  FAQ,
  IMPORTED,
  id,
  OF_GROUP,
  OWN,
  outer,
  ROWS,
  SETTINGS,
  SUMMARY,
  THREAD,
  TOPICS,
  VIEWS,
} from '../invented/threads.mjs'
import { GROUPS } from './rights-scenes.mjs'

async function pretendThreads({ page }, isArea) {
  const rows = isArea ? ROWS : ROWS.map(outer)
  const answers = [
    ['**/room/api/thread/list', rows],
    ['**/room/api/thread/0*', isArea ? THREAD : OF_GROUP],
    ['**/room/api/thread/read', null],
    ['**/room/api/thread/views/*', isArea ? VIEWS : []],
    [
      '**/room/api/topic/list/*',
      isArea
        ? TOPICS.map((topic, index) => ({
            ...topic,
            approval: index === 1 ? true : null,
            experts: index < 2 ? [EXPERT] : [],
          }))
        : TOPICS,
    ],
    [
      '**/room/api/thread/own/*',
      {
        ...OWN,
        role: isArea ? 'coordinator' : 'submitter',
        ...(isArea ? {} : { lastDay: '2026-12-12', left: { total: 86, day: 7 } }),
      },
    ],
    ['**/room/api/room/questions/*', SETTINGS],
    ['**/room/api/faq/list', FAQ],
    ['**/room/api/thread/summary/*', SUMMARY],
    [
      '**/room/api/thread/similar',
      {
        threads: [{ id: id(5), number: 'Q-011', title: ROWS[4].title, state: 'DELIVERED' }],
        faqs: [],
      },
    ],
  ]
  for (const [url, answer] of answers) await page.route(url, (route) => answerWith(route, answer))
  if (isArea)
    await page.route('**/room/api/group/list/*', (route) =>
      answerWith(
        route,
        GROUPS.map((group, index) => ({
          ...group,
          kind: index === 3 ? 'experts' : 'participants',
        })),
      ),
    )
}

const show =
  (isArea, search = '') =>
  async (stage) => {
    const { page } = stage
    await pretendThreads(stage, isArea)
    await page.goto(`${isArea ? '/admin/questions' : '/questions'}${search}`)
    await page.locator('.question-row, .thread-entry, .faq-item, .question-panel').first().waitFor()
  }

async function write(stage) {
  const { page, t } = stage
  await show(false)(stage)
  await page.getByRole('button', { name: t('questions.write'), exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: t('questions.writeTitle'), exact: true })
    .fill('특허 공동 출원 현황')
  await page.getByText(t('questions.similar')).waitFor()
}

async function selected(stage) {
  const { page } = stage
  await show(true)(stage)
  const boxes = page.locator('.question-item input')
  await boxes.nth(0).click()
  await boxes.nth(2).click({ modifiers: ['Shift'] })
}

async function readFile(stage) {
  const { page } = stage
  await show(true, `?thread=${id(3)}`)(stage)
  await page.route('**/room/api/thread/file/*/page/*', async (route) =>
    route.fulfill({
      contentType: 'image/jpeg',
      body: await drawnPage(new URL(route.request().url()).pathname.split('/').at(-1)),
    }),
  )
  await page.locator('.thread-file').first().click()
  await page.getByRole('dialog').locator('img').first().waitFor()
}

async function convertingFile(stage, at) {
  await show(true, `?thread=${id(3)}`)(stage)
  await stage.page.locator('.thread-file').nth(at).click()
  await stage.page.getByRole('dialog').locator('.state').waitFor()
}

async function publishSelected(stage) {
  await selected(stage)
  await stage.page
    .getByRole('button', { name: stage.t('questions.publishTitle'), exact: true })
    .click()
  await stage.page.getByRole('dialog').waitFor()
}

async function nameView(stage) {
  const { page, t } = stage
  await show(true)(stage)
  await page.getByRole('button', { name: new RegExp(`${t('questions.view')}$`) }).click()
  await page.getByRole('option', { name: t('questions.viewUnread'), exact: true }).click()
  await page.getByRole('button', { name: t('questions.saveView') }).click()
  await page.getByRole('dialog').waitFor()
}

const drawnPage = (number) =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="595" height="842"><rect width="595" height="842" fill="#fff"/>
      <text x="60" y="90" font-family="sans-serif" font-size="18">지배권 변경 조항 검토의견 (${number}/3)</text>
      ${Array.from({ length: 24 }, (_, line) => `<rect x="60" y="${130 + line * 26}" width="${470 - ((line * 37) % 120)}" height="8" fill="#c5c9d2"/>`).join('')}
      </svg>`),
  )
    .resize(1190)
    .jpeg()
    .toBuffer()

async function importList(stage) {
  const { page, t } = stage
  await show(false)(stage)
  await page.route('**/room/api/thread/import', (route) => answerWith(route, IMPORTED))
  await page.getByRole('button', { name: t('questions.exchange'), exact: true }).click()
  await page.getByRole('menuitem', { name: t('questions.import') }).click()
  const dialog = page.getByRole('dialog')
  const list = {
    name: '실사 자료요청목록.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('제목\n'),
  }
  await dialog.locator('input[type=file]').setInputFiles(list)
  await dialog.getByText(IMPORTED.rows[0].title).waitFor()
}

async function dialog(stage, button) {
  const { page } = stage
  await show(true, `?thread=${id(3)}`)(stage)
  await page.getByRole('button', { name: stage.t(button), exact: true }).click()
  await page.getByRole('dialog').waitFor()
}

export const QUESTION_SCENES = [
  { name: 'questions', as: 'raised', open: show(true) },
  { name: 'questions-thread', of: 'questions', as: 'raised', open: show(true, `?thread=${id(3)}`) },
  { name: 'questions-selected', of: 'questions', as: 'raised', open: selected },
  {
    name: 'questions-back',
    of: 'questions',
    as: 'raised',
    open: (stage) => dialog(stage, 'questions.doSendBack'),
  },
  { name: 'questions-file', of: 'questions', as: 'raised', open: readFile },
  {
    name: 'questions-converting',
    of: 'questions',
    as: 'raised',
    open: (stage) => convertingFile(stage, 1),
  },
  {
    name: 'questions-locked',
    of: 'questions',
    as: 'raised',
    open: (stage) => convertingFile(stage, 2),
  },
  { name: 'questions-publish', of: 'questions', as: 'raised', open: publishSelected },
  { name: 'questions-view', of: 'questions', as: 'raised', open: nameView },
  { name: 'questions-import', of: 'questions-own', as: 'participant', open: importList },
  { name: 'questions-faq', as: 'raised', open: show(true, '?tab=faq') },
  { name: 'questions-settings', as: 'raised', open: show(true, '?tab=settings') },
  { name: 'questions-own', as: 'participant', open: show(false) },
  {
    name: 'questions-own-thread',
    of: 'questions-own',
    as: 'participant',
    open: show(false, `?thread=${id(5)}`),
  },
  { name: 'questions-write', of: 'questions-own', as: 'participant', open: write },
  {
    name: 'questions-none',
    of: 'questions-own',
    as: 'participant',
    async open({ page, t }) {
      await page.goto('/questions')
      await page.getByText(t('questions.none')).waitFor()
    },
  },
]
