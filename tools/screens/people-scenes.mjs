import { GROUPED_PEOPLE_SCENES } from './groups/grouped-people-scenes.mjs'
import { chooseFile, openInvitation, showPeople } from './groups/people-steps.mjs'
import { answerWith } from './invented/answer-with.mjs'
import { listed, message, messageShown, openAccount } from './stage-steps.mjs'

async function showInvitation(stage) {
  const dialog = await openInvitation(stage)
  const rows = [
    ['정하윤', '한빛인베스트먼트', '이사', 'hayun@invest.example', '010-0000-0001'],
    ['박도현', '한빛인베스트먼트', '과장', 'dohyeon@invest.example', ''],
    ['최서진', '해솔터 법무법인', '변호사', 'seojin.law.example', ''],
  ]
  const text = rows.map((cells) => cells.join('\t')).join('\n')
  await dialog
    .getByRole('group')
    .getByRole('textbox')
    .first()
    .evaluate((field, block) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', block)
      field.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    }, text)
  await dialog.getByRole('group').nth(2).waitFor()
  return dialog
}

const FAILED = [
  {
    kind: 'acceptance',
    userName: '정하윤',
    email: 'hayun@invest.example',
    reason: 'deferred',
    renewable: true,
  },
  {
    kind: 'pin',
    userName: '박도현',
    email: 'dohyeon@invest.example',
    reason: 'rejected',
    renewable: true,
  },
  {
    kind: 'code',
    userName: '최서진',
    email: 'seojin.choi.legal.department@haesolteo-lawfirm.example',
    reason: 'connection',
    renewable: true,
  },
  {
    kind: 'message',
    userName: 'Emily Carter',
    email: 'emily@northgate.example',
    reason: 'expired',
    renewable: false,
  },
]

async function showFailures(stage) {
  const { page } = stage
  await page.route(/\/user\/mail\/failed\/\d+$/, (route) => {
    const queuedAt = new Date(Date.now() - 3 * 3_600_000).toISOString()
    const payload = FAILED.map((mail, index) => ({
      ...mail,
      id: index + 1,
      memberId: index + 1,
      attempts: 12,
      queuedAt,
    }))
    return answerWith(route, payload)
  })
  await page.route(/\/roomManger\/list\/\d+$/, async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    const mail = {
      id: 1,
      kind: 'pin',
      status: 'failed',
      reason: 'rejected',
      attempts: 1,
      queuedAt: new Date().toISOString(),
    }
    const payload = answer.payload.map((member, index) =>
      index === answer.payload.length - 1 ? { ...member, mail } : member,
    )
    return route.fulfill({ response, json: { ...answer, payload } })
  })
  await showPeople(stage)
  await page.getByText(stage.t('mails.notice', { count: FAILED.length })).waitFor()
}

async function showViewAs(stage) {
  const { page, t } = stage
  await showPeople(stage)
  await page.locator('.member-menu button').last().click()
  await page.getByRole('menuitem', { name: t('members.viewAs') }).click()
  await page.getByRole('button', { name: t('view.end') }).waitFor()
  await listed(stage)
}

export const PEOPLE_SCENES = [
  { name: 'people', as: 'raised', open: showPeople },
  ...GROUPED_PEOPLE_SCENES,
  {
    name: 'people-entering',
    as: 'raised',
    async open(stage) {
      const { page, t } = stage
      await showPeople(stage)
      await page.getByRole('button', { name: t('room.entering') }).click()
      await page.getByRole('dialog').getByRole('switch').waitFor()
    },
  },
  {
    name: 'people-entering-confirm',
    of: 'people-entering',
    as: 'raised',
    async open(stage) {
      const { page, t } = stage
      await showPeople(stage)
      await page.getByRole('button', { name: t('room.entering') }).click()
      await page.getByRole('dialog').getByRole('switch').click()
      await messageShown(stage)
    },
  },
  {
    name: 'people-empty',
    of: 'people',
    as: 'alone',
    async open({ page, t }) {
      await page.goto('/admin/invitation')
      await page.getByRole('heading', { name: t('members.title'), level: 1 }).waitFor()
      await page.getByText(t('members.count', { count: 1 }), { exact: true }).waitFor()
    },
  },
  {
    name: 'people-confirm',
    as: 'raised',
    async open(stage) {
      await showPeople(stage)
      await stage.page
        .getByRole('switch', { name: stage.t('members.print') })
        .last()
        .click()
      await messageShown(stage)
    },
  },
  {
    name: 'people-menu',
    as: 'raised',
    async open(stage) {
      await showPeople(stage)
      await stage.page.locator('.member-menu button').last().click()
      await stage.page.getByRole('menu').waitFor()
    },
  },
  { name: 'people-invite', as: 'raised', open: showInvitation },
  {
    name: 'people-edit',
    as: 'raised',
    async open(stage) {
      await showPeople(stage)
      await stage.page.locator('.member-menu button').last().click()
      await stage.page.getByRole('menuitem', { name: stage.t('members.edit') }).click()
      await stage.page.getByRole('dialog').getByRole('textbox').first().waitFor()
    },
  },
  {
    name: 'people-invite-problem',
    of: 'people-invite',
    as: 'raised',
    async open(stage) {
      const dialog = await showInvitation(stage)
      await dialog.getByRole('button', { name: stage.t('invite.complete') }).click()
      await messageShown(stage)
    },
  },
  {
    name: 'people-invite-marked',
    of: 'people-invite',
    as: 'raised',
    async open(stage) {
      const dialog = await showInvitation(stage)
      await dialog.getByRole('button', { name: stage.t('invite.complete') }).click()
      const alert = message(stage)
      await alert.getByRole('button', { name: stage.t('common.confirm') }).click()
      await alert.waitFor({ state: 'detached' })
    },
  },
  {
    name: 'people-view',
    as: 'raised',
    async open(stage) {
      await showPeople(stage)
      await stage.page.getByRole('button', { name: stage.t('members.view') }).click()
      await stage.page.getByRole('menu').waitFor()
    },
  },
  { name: 'people-view-as', as: 'raised', open: showViewAs },
  {
    name: 'people-view-as-menu',
    of: 'people-view-as',
    as: 'raised',
    maxWidth: 1279,
    async open(stage) {
      await showViewAs(stage)
      await stage.page.getByRole('button', { name: stage.t('app.folders') }).click()
      await stage.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'people-view-as-preview',
    of: 'people-view-as',
    as: 'raised',
    async open(stage) {
      const { page, t, room } = stage
      await showViewAs(stage)
      await page.goto(`/?folder=${room.folder}&doc=${room.document}`)
      await page.getByRole('img', { name: t('viewer.page', { page: 1 }), exact: true }).waitFor()
    },
  },
  { name: 'people-failed-mails', as: 'raised', open: showFailures },
  {
    name: 'people-failed-mails-list',
    of: 'people-failed-mails',
    as: 'raised',
    async open(stage) {
      await showFailures(stage)
      await stage.page.getByRole('button', { name: stage.t('mails.show') }).click()
      await stage.page.getByRole('dialog').getByRole('listitem').first().waitFor()
    },
  },
  {
    name: 'people-invite-csv',
    of: 'people-invite',
    as: 'raised',
    async open(stage) {
      const dialog = await openInvitation(stage)
      await chooseFile(
        dialog,
        '이름,이메일\n정하윤,hayun@invest.example\n박도현,dohyeon@invest\n,seojin@law.example\n',
      )
      await messageShown(stage)
    },
  },
  {
    name: 'room-sessions',
    as: 'participant',
    async open(stage) {
      await stage.page.goto('/')
      await openAccount(stage, 'sessions.title')
      await stage.page.getByRole('dialog').getByRole('listitem').first().waitFor()
    },
  },
]
