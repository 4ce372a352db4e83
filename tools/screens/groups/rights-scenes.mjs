import { answerWith } from '../invented/answer-with.mjs'
import { listed, messageShown } from '../stage-steps.mjs'

export const GROUPS = [
  { id: 1, name: '참여자', color: 'gray', members: 4, isDefault: true, networks: [] },
  {
    id: 2,
    name: '매수인 자문단 (법무법인 한결)',
    color: 'blue',
    members: 12,
    isDefault: false,
    networks: [],
  },
  { id: 3, name: '회계 실사', color: 'amber', members: 3, isDefault: false, networks: [] },
  {
    id: 4,
    name: 'Featherstonehaugh & Cholmondeley Advisory Partners',
    color: 'teal',
    members: 1,
    isDefault: false,
    networks: [],
  },
].map((group, index) => ({
  ...group,
  kind: 'participants',
  shared: index > 0,
  code: 'ABCD'[index],
}))

const level = (groupId, itemId, name, level, more = {}) => ({
  ...{
    groupId,
    level,
    isPath: false,
    isInTime: true,
    from: { itemId, name },
    networks: [],
    members: [],
  },
  ...more,
})

const PEOPLE = [
  { managementId: 1, userName: '이서연', print: true, download: true, access: true, sees: true },
  {
    managementId: 2,
    userName: '정우성',
    print: false,
    download: true,
    access: true,
    sees: true,
    until: '2026-12-31T15:00:00.000Z',
  },
  {
    managementId: 3,
    userName: 'Christopher Featherstonehaugh',
    print: true,
    download: true,
    access: false,
    sees: false,
  },
]

const rootLevels = [
  level(1, 0, '', 'download'),
  level(2, 7, '02 재무', 'view'),
  level(3, 0, '', 'none'),
  level(4, 0, '', 'original'),
]

const itemLevels = [
  level(1, 0, '', 'download', { members: PEOPLE }),
  level(2, 7, '02 재무', 'view', {
    networks: ['203.0.113.0/24'],
    members: PEOPLE.slice(1).map((person) => ({ ...person, print: false, download: false })),
  }),
  level(3, 0, '', 'none', { isPath: true, members: PEOPLE.slice(0, 1) }),
  level(4, 0, '', 'none'),
]

async function pretend({ page }) {
  let asked = 0
  await page.route('**/room/api/group/list/*', (route) => answerWith(route, GROUPS))
  await page.route('**/room/api/grant/list/*', (route) => {
    const itemId = Number(new URL(route.request().url()).searchParams.get('itemId'))
    asked += 1
    const own = {
      groupId: 4,
      itemId,
      level: 'none',
      from: '2026-11-30T15:00:00.000Z',
      until: '2026-12-31T15:00:00.000Z',
      after: 'inherit',
    }
    const more =
      asked % 2 === 0
        ? [{ groupId: 3, itemId, level: 'print' }]
        : [{ groupId: 3, itemId, level: 'none' }]
    return answerWith(route, [own, ...more])
  })
  await page.route('**/room/api/grant/effective*', (route) => {
    const isParent = new URL(route.request().url()).searchParams.get('itemId') === '0'
    return answerWith(route, isParent ? rootLevels : itemLevels)
  })
  const effects = [{ groupId: 2, shown: 124, hidden: 0, changed: 3, isCapped: false }]
  await page.route('**/room/api/grant/preview', (route) => answerWith(route, { effects }))
}

async function openRights(stage, label = 'rights.menu') {
  const { page, t } = stage
  await pretend(stage)
  await page.goto('/admin/upload')
  await page.locator('.items-row:not(.items-row-unknown)').first().locator('[data-menu]').click()
  await page.getByRole('menuitem', { name: t(label), exact: true }).click()
  await page.locator('.rights-group').first().waitFor()
}

async function showDropFolder(stage) {
  const { page, t } = stage
  await page.route('**/room/api/drop/list/*', (route) =>
    answerWith(
      route,
      [1, 2].map((groupId) => ({ itemId: 1, groupId })),
    ),
  )
  await openRights(stage)
  await page.getByRole('tab', { name: t('submissions.folder') }).click()
  await page.locator('.drop-group').first().waitFor()
}

const choose = ({ page }, group, value) =>
  page.locator('.rights-row').nth(group).locator(`input[value=${value}]`).check()

const reached = (id, name, level, more = {}) => ({
  ...{
    id,
    name,
    isFolder: false,
    level,
    isPath: false,
    from: { itemId: 0, name: '' },
    print: true,
    download: true,
  },
  ...more,
})

const REACHED = {
  0: [
    reached(7, '01 기업 일반', 'download', { isFolder: true }),
    reached(8, '02 재무', 'view', {
      isFolder: true,
      from: { itemId: 8, name: '02 재무', until: '2026-12-31T15:00:00.000Z' },
    }),
    reached(9, '03 인사', 'none', { isFolder: true, isPath: true }),
    reached(
      10,
      'Information memorandum of the transaction, final version 4 (signed).pdf',
      'original',
      { from: { itemId: 10, name: '' } },
    ),
  ],
  7: [
    reached(11, '정관.pdf', 'download', { print: false }),
    reached(12, '주주명부.xlsx', 'download', { print: false, download: false }),
  ],
  9: [reached(13, '취업규칙.hwp', 'view', { from: { itemId: 13, name: '취업규칙.hwp' } })],
}

async function openReach(stage, { isEmpty = false } = {}) {
  const { page, t } = stage
  await openRights(stage, 'rights.menuWho')
  await page.route('**/room/api/grant/reach', (route) =>
    answerWith(route, isEmpty ? [] : (REACHED[route.request().postDataJSON().parent] ?? [])),
  )
  await page.route('**/room/api/grant/effective*', (route) =>
    answerWith(route, [
      level(1, 0, '', 'download', { members: PEOPLE }),
      level(2, 0, '', 'none', { isInTime: false }),
    ]),
  )
  await page
    .getByRole('button', {
      name: t('rights.reachOpen', { name: isEmpty ? GROUPS[1].name : PEOPLE[0].userName }),
    })
    .first()
    .click()
  const dialog = page.getByRole('dialog').last()
  if (isEmpty) return dialog.getByText(t('rights.reachNothing')).waitFor()
  await dialog.getByRole('button', { name: '01 기업 일반' }).click()
  await dialog.getByText('정관.pdf').waitFor()
  await dialog.getByRole('button', { name: '03 인사' }).click()
  await dialog.getByText('취업규칙.hwp').waitFor()
}

export const RIGHTS_SCENES = [
  { name: 'rights', as: 'raised', open: (stage) => openRights(stage) },
  {
    name: 'rights-changed',
    of: 'rights',
    as: 'raised',
    async open(stage) {
      const { page, t } = stage
      await openRights(stage)
      await choose(stage, 1, 'original')
      await page
        .locator('.rights-row')
        .nth(1)
        .getByRole('button', { name: t('rights.period') })
        .click()
      await page.getByLabel(t('rights.untilLabel')).fill('2026-12-31')
      await page.getByText(t('rights.willShow', { count: 124, group: GROUPS[1].name })).waitFor()
    },
  },
  {
    name: 'rights-original',
    as: 'raised',
    async open(stage) {
      await openRights(stage)
      await choose(stage, 1, 'original')
      await stage.page.getByRole('button', { name: stage.t('rights.save') }).click()
      await messageShown(stage)
    },
  },
  {
    name: 'rights-many',
    of: 'rights',
    as: 'raised',
    async open(stage) {
      const { page, t } = stage
      await pretend(stage)
      await page.goto('/admin/upload')
      await listed(stage)
      for (const box of (await page.locator('.items-row .items-check').all()).slice(0, 2))
        await box.click()
      await page
        .getByRole('toolbar', { name: t('actions.selectionActions') })
        .getByRole('button', { name: t('rights.title') })
        .click()
      await page.locator('.rights-group').first().waitFor()
    },
  },
  { name: 'rights-who', as: 'raised', open: (stage) => openRights(stage, 'rights.menuWho') },
  { name: 'rights-reach', as: 'raised', open: (stage) => openReach(stage) },
  {
    name: 'rights-reach-empty',
    of: 'rights-reach',
    as: 'raised',
    open: (stage) => openReach(stage, { isEmpty: true }),
  },
  { name: 'rights-drop', as: 'raised', open: showDropFolder },
  {
    name: 'rights-differ',
    as: 'raised',
    async open(stage) {
      const { page, t } = stage
      await pretend(stage)
      await page.route('**/room/api/file/file/update/copy', (route) =>
        route.fulfill({
          status: 200,
          json: {
            status: 'FAIL',
            code: 'RIGHTS_DIFFER',
            payload: '',
            effects: [{ groupId: 2 }, { groupId: 4 }],
          },
        }),
      )
      await page.goto('/admin/upload')
      const first = page.locator('.items-row:not(.items-row-unknown)').first()
      await first.focus()
      await page.keyboard.press('Control+c')
      await page.keyboard.press('Control+v')
      await page.getByText(t('rights.differTitle')).waitFor()
    },
  },
]
