import { chooseFile, openInvitation, showPeople } from './people-steps.mjs'

const GROUPS = [
  {
    name: '인수인 A',
    color: 'blue',
    level: 'download',
    until: '2027-03-31T15:00:00.000Z',
    networks: ['203.0.113.0/24', '2001:db8::/32'],
  },
  {
    name: '다온결 회계법인과 바른결 감정평가법인 자문단',
    color: 'green',
    level: 'print',
    networks: [],
  },
  {
    name: 'Clean team',
    color: 'red',
    level: 'none',
    until: '2025-12-31T15:00:00.000Z',
    networks: [],
  },
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

export const GROUPED_PEOPLE_SCENES = [
  { name: 'people-grouped', as: 'raised', open: showGrouped },
  {
    name: 'people-grouped-selected',
    of: 'people-grouped',
    as: 'raised',
    async open(stage) {
      await showGrouped(stage)
      const choices = stage.page
        .getByRole('row')
        .getByRole('checkbox', { name: stage.t('groups.select', { name: '' }) })
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
      await page
        .getByRole('button', { name: t('groups.actions', { name: GROUPS[0].name }) })
        .click()
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
      await page
        .getByRole('button', { name: t('groups.actions', { name: GROUPS[1].name }) })
        .click()
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
]
