import { showDocument } from './reading-scenes.mjs'
import { listed } from './stage-steps.mjs'

const ok = (payload) => ({ json: { status: 'OK', payload } })

const HOUR = 3_600_000

const SENT = [
  { id: 3, title: '3분기 재무제표 보완 요청', hours: 1, status: 'queued', reason: 'deferred' },
  {
    id: 2,
    title: '주식매매계약서 초안 검토 의견과 진술 및 보장 조항에 관한 질의 (2차)',
    hours: 26,
    status: 'failed',
    reason: 'rejected',
  },
  { id: 1, title: '실사 일정 안내', hours: 50, status: 'sent', reason: null },
]

const PEOPLE = [
  { name: '정하윤', email: 'hayun@invest.example', status: 'sent', reason: null },
  {
    name: '최서진',
    email: 'seojin.choi.legal.department@haesolteo-lawfirm.example',
    status: 'failed',
    reason: 'rejected',
  },
  { name: 'Emily Carter', email: 'emily@northgate.example', status: 'queued', reason: 'deferred' },
]

async function showSent(stage, people) {
  const { page, t } = stage
  const to = people ? 'users' : 'operators'
  const sentOf = ({ hours, ...message }) => ({
    ...message,
    to,
    sentAt: new Date(Date.now() - hours * HOUR).toISOString(),
    resendable: message.status === 'failed',
  })
  const recipients = people ? { first: PEOPLE[0].name, count: PEOPLE.length, failed: 1 } : null
  const content = '안녕하세요.\n첨부한 표의 5행부터 확인 부탁드립니다.'
  const keptUntil = people ? new Date(Date.now() + 100 * HOUR).toISOString() : null
  const attachment = {
    name: '확인이 필요한 항목.xlsx',
    size: people ? 48_213_000 : 48_213,
    keptUntil,
  }
  await page.route(/\/message\/sent\/\d+\?/, (route) =>
    route.fulfill(ok(SENT.map((message) => ({ ...sentOf(message), recipients })))),
  )
  await page.route(/\/message\/sentOne\/\d+$/, (route) =>
    route.fulfill(
      ok({
        ...sentOf(SENT[1]),
        content,
        document: '주식매매계약서.pdf',
        attachment,
        recipients: people ? PEOPLE : null,
      }),
    ),
  )
  const dialog = await openWriting(stage)
  await dialog.getByRole('button', { name: t('messages.sentTitle') }).click()
  const list = page.getByRole('dialog', { name: t('messages.sentTitle') })
  await list.getByRole('button', { name: SENT[1].title, exact: true }).click()
  await list.getByText(attachment.name).waitFor()
}

async function openWriting(stage) {
  const { page, t } = stage
  await page.goto('/')
  await listed(stage)
  await page.getByRole('button', { name: t('actions.message'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: t('messages.title') }).waitFor()
  return dialog
}

async function writeMessage(stage) {
  const { page, room, t } = stage
  await showDocument(stage)
  await page.getByRole('button', { name: `${t('actions.mail')}: ${room.documentName}` }).click()
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: t('messages.title') })
    .fill(room.documentName)
  return page.getByRole('dialog')
}

async function showAttachment({ page, t }, answer) {
  await page.route(/\/message\/file\/\d+$/, (route) => route.fulfill(answer))
  await page.goto('/?attachment=1')
  const dialog = page.getByRole('dialog', { name: t('messages.received') })
  await dialog.getByRole('button', { name: t('common.close') }).waitFor()
  return dialog
}

export const MESSAGE_SCENES = [
  {
    name: 'room-message',
    as: 'participant',
    async open(stage) {
      const dialog = await writeMessage(stage)
      const file = {
        name: '표시한 부분.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.7'),
      }
      await dialog.locator('input[type=file]').setInputFiles(file)
      await dialog
        .getByRole('button', { name: `${stage.t('messages.detach')}: ${file.name}` })
        .waitFor()
    },
  },
  {
    name: 'room-message-recipients',
    of: 'room-message',
    as: 'operator',
    async open(stage) {
      const dialog = await writeMessage(stage)
      await dialog
        .getByRole('button', { name: new RegExp(`^${stage.t('messages.recipients')}`) })
        .click()
      await dialog.getByRole('checkbox').nth(1).check()
    },
  },
  {
    name: 'room-message-restored',
    of: 'room-message',
    as: 'participant',
    async open(stage) {
      const text = JSON.stringify({ title: '질문', content: '둘째 줄을 봐 주세요.', chosen: [] })
      await stage.page.route('**/draft/message', (route) =>
        route.fulfill(ok({ text, savedAt: new Date().toISOString() })),
      )
      const dialog = await openWriting(stage)
      await dialog.getByText(stage.t('messages.restored')).waitFor()
    },
  },
  {
    name: 'room-message-sent',
    of: 'room-message',
    as: 'participant',
    open: (stage) => showSent(stage, false),
  },
  {
    name: 'room-message-sent-users',
    of: 'room-message',
    as: 'operator',
    open: (stage) => showSent(stage, true),
  },
  {
    name: 'room-attachment',
    as: 'participant',
    async open(stage) {
      const name = '2025년 하반기 재무 실사 보고서 최종본 (외부 감사인 확인).pdf'
      const [sentAt, keptUntil] = [-20, 148].map((hours) =>
        new Date(Date.now() + hours * HOUR).toISOString(),
      )
      const file = {
        name,
        size: 148_213_000,
        title: SENT[1].title,
        sender: PEOPLE[0].name,
        sentAt,
        keptUntil,
      }
      await (await showAttachment(stage, ok(file))).getByText(name).waitFor()
    },
  },
  {
    name: 'room-attachment-none',
    of: 'room-attachment',
    as: 'participant',
    async open(stage) {
      const json = { status: 'EXCEPTION', code: 'NOT_FOUND', payload: '찾을 수 없습니다.' }
      const dialog = await showAttachment(stage, { status: 404, json })
      await dialog.getByText(stage.t('messages.receivedNone')).waitFor()
    },
  },
]

export const TROUBLE_SCENES = [
  {
    name: 'room-loading',
    of: 'room',
    as: 'participant',
    async open({ page, t }) {
      await page.route('**/file/file/list', () => undefined)
      await page.goto('/')
      await page.getByText(t('common.loading')).first().waitFor({ state: 'attached' })
    },
  },
  {
    name: 'room-failure',
    of: 'room',
    as: 'participant',
    async open({ page, t }) {
      await page.route('**/file/file/list', (route) => route.fulfill({ status: 500, body: '' }))
      await page.goto('/')
      await page
        .getByRole('button', { name: t('common.retry') })
        .first()
        .waitFor()
    },
  },
  {
    name: 'room-offline',
    of: 'room',
    as: 'participant',
    async open(stage) {
      const { page, t } = stage
      await page.goto('/')
      await listed(stage)
      await page.evaluate(() => {
        Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false })
        dispatchEvent(new Event('offline'))
      })
      await page.locator('.connection').getByText(t('network.offline')).waitFor()
    },
  },
]
