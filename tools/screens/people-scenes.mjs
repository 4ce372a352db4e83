import { answerWith } from './invented/answer-with.mjs'
import { listed, message, messageShown, openAccount } from './stage-steps.mjs'

async function showPeople({ page, t }) {
  await page.goto('/admin/invitation')
  await page.getByRole('row').nth(1).waitFor()
  await page.getByRole('heading', { name: t('members.title'), level: 1 }).waitFor()
}

async function openInvitation(stage) {
  const { page, t } = stage
  await showPeople(stage)
  await page.getByRole('button', { name: t('members.invite'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('group').getByRole('textbox').first().waitFor()
  return dialog
}

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
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, text)
  await dialog.getByRole('group').nth(2).waitFor()
  return dialog
}

const FAILED = [
  { kind: 'acceptance', userName: '정하윤', email: 'hayun@invest.example', reason: 'deferred', renewable: true },
  { kind: 'pin', userName: '박도현', email: 'dohyeon@invest.example', reason: 'rejected', renewable: true },
  {
    kind: 'code',
    userName: '최서진',
    email: 'seojin.choi.legal.department@haesolteo-lawfirm.example',
    reason: 'connection',
    renewable: true,
  },
  { kind: 'message', userName: 'Emily Carter', email: 'emily@northgate.example', reason: 'expired', renewable: false },
]

async function showFailures(stage) {
  const { page } = stage
  await page.route(/\/user\/mail\/failed\/\d+$/, (route) => {
    const queuedAt = new Date(Date.now() - 3 * 3_600_000).toISOString()
    const payload = FAILED.map((mail, index) => ({ ...mail, id: index + 1, memberId: index + 1, attempts: 12, queuedAt }))
    return answerWith(route, payload)
  })
  await page.route(/\/roomManger\/list\/\d+$/, async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    const mail = { id: 1, kind: 'pin', status: 'failed', reason: 'rejected', attempts: 1, queuedAt: new Date().toISOString() }
    const payload = answer.payload.map((member, index) => (index === answer.payload.length - 1 ? { ...member, mail } : member))
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

const GROUPS = [
  { name: '인수인 A', color: 'blue', level: 'download', until: '2027-03-31T15:00:00.000Z', networks: ['203.0.113.0/24', '2001:db8::/32'] },
  { name: '다온결 회계법인과 바른결 감정평가법인 자문단', color: 'green', level: 'print', networks: [] },
  { name: 'Clean team', color: 'red', level: 'none', until: '2025-12-31T15:00:00.000Z', networks: [] },
]

/** Other scenes show the same room without groups. */
async function groupPeople({ page }) {
  const made = GROUPS.map(({ level: _level, ...group }, index) => ({
    ...group,
    id: 9_001 + index,
    members: index + 1,
    isDefault: index === 0,
    kind: 'participants',
    shared: index > 0,
    code: 'BCD'[index],
  }))
  await page.route(/\/group\/list\/\d+$/, async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    const first = answer.payload.map((group) => ({ ...group, isDefault: false }))
    return route.fulfill({ response, json: { ...answer, payload: [...first, ...made] } })
  })
  await page.route(/\/grant\/list\/\d+\?/, async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    const roots = GROUPS.map(({ level }, index) => ({ groupId: 9_001 + index, itemId: 0, level }))
    return route.fulfill({ response, json: { ...answer, payload: [...answer.payload, ...roots] } })
  })
  await page.route(/\/roomManger\/list\/\d+$/, async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    const until = '2027-01-15T15:00:00.000Z'
    const payload = answer.payload.map((member, index) => {
      if (member.groupId === undefined || index % 4 === 3) return member
      return { ...member, groupId: 9_001 + (index % 4), ...(index === 4 ? { until } : {}) }
    })
    return route.fulfill({ response, json: { ...answer, payload } })
  })
}

async function showGrouped(stage) {
  await groupPeople(stage)
  await showPeople(stage)
  await stage.page.getByRole('radio').first().waitFor()
}

async function openGroups(stage) {
  await showGrouped(stage)
  const { page, t } = stage
  await page.getByRole('button', { name: t('groups.manage'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('listitem').nth(3).waitFor()
  return dialog
}

const chooseFile = (dialog, text) =>
  dialog.locator('input[type=file]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

export const PEOPLE_SCENES = [
  { name: 'people', as: 'raised', open: showPeople },
  { name: 'people-grouped', as: 'raised', open: showGrouped },
  {
    name: 'people-grouped-selected',
    of: 'people-grouped',
    as: 'raised',
    async open(stage) {
      await showGrouped(stage)
      const choices = stage.page.getByRole('row').getByRole('checkbox', { name: stage.t('groups.select', { name: '' }) })
      await choices.first().click()
      await choices.last().click()
    },
  },
  {
    name: 'people-move',
    of: 'people-grouped',
    as: 'raised',
    async open(stage) {
      const { page, t } = stage
      await showGrouped(stage)
      await page.locator('.member-menu button').last().click()
      await page.getByRole('menuitem', { name: t('groups.move') }).click()
      await page.getByRole('dialog').getByRole('radio').nth(1).click()
    },
  },
  { name: 'people-groups', as: 'raised', open: openGroups },
  {
    name: 'people-groups-create',
    of: 'people-groups',
    as: 'raised',
    async open(stage) {
      const dialog = await openGroups(stage)
      await dialog.getByRole('button', { name: stage.t('groups.create') }).click()
      const creating = stage.page.getByRole('dialog', { name: stage.t('groups.create') })
      await creating.getByRole('radio', { name: stage.t('groups.cleanTeam') }).click()
    },
  },
  {
    name: 'people-groups-edit',
    of: 'people-groups',
    as: 'raised',
    async open(stage) {
      const { page, t } = stage
      await openGroups(stage)
      await page.getByRole('button', { name: t('groups.actions', { name: GROUPS[0].name }) }).click()
      await page.getByRole('menuitem', { name: t('groups.edit') }).click()
      const networks = page.getByRole('textbox', { name: t('groups.networks') })
      await networks.fill('203.0.113.0/24\n300.1.1.1')
      await page.getByRole('button', { name: t('groups.save') }).click()
      await page.getByRole('alert').filter({ hasText: '300.1.1.1' }).waitFor()
    },
  },
  {
    name: 'people-groups-remove',
    of: 'people-groups',
    as: 'raised',
    async open(stage) {
      const { page, t } = stage
      await openGroups(stage)
      await page.getByRole('button', { name: t('groups.actions', { name: GROUPS[1].name }) }).click()
      await page.getByRole('menuitem', { name: t('groups.remove') }).click()
      await page.getByRole('radio').first().waitFor()
    },
  },
  {
    name: 'people-invite-grouped',
    of: 'people-invite',
    as: 'raised',
    async open(stage) {
      await groupPeople(stage)
      const dialog = await openInvitation(stage)
      await chooseFile(
        dialog,
        `이름,이메일,그룹,인쇄,종료일\n정하윤,hayun@invest.example,,,\n박도현,dohyeon@invest.example,${GROUPS[1].name},차단,2030-12-31\n`,
      )
      await dialog.getByRole('group').nth(1).waitFor()
    },
  },
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
      await chooseFile(dialog, '이름,이메일\n정하윤,hayun@invest.example\n박도현,dohyeon@invest\n,seojin@law.example\n')
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
