import { message } from './stage-steps.mjs'

async function showStep({ page, t }, secondsAgo) {
  await page.goto('/login')
  await page.evaluate((ago) => {
    const session = {
      jwt: '-',
      roomId: 1,
      roomNo: '',
      roleId: 5,
      userId: 1,
      id: 1,
      email: '',
      name: '',
      print: false,
      download: false,
    }
    const step = { email: 'h***@invest.example', askedAt: Date.now() - ago * 1_000 }
    localStorage.setItem('session', JSON.stringify({ ...session, agreed: false, step }))
  }, secondsAgo)
  await page.goto('/')
  await page.getByRole('textbox', { name: t('step.code') }).waitFor()
  // The next scene must find no session.
  await page.evaluate(() => localStorage.removeItem('session'))
}

async function showLostPin({ page, t }) {
  await page.goto('/login')
  await page.getByRole('button', { name: t('login.lost') }).click()
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: t('login.email') })
    .waitFor()
}

const INVENTED_ROOMS = [
  {
    roomId: 1,
    roomName: '한빛정밀 인수',
    phase: 'open',
    endsAt: '2027-03-31T14:59:00.000Z',
    news: 12,
  },
  { roomId: 2, roomName: '서린바이오 기술이전', phase: 'frozen', endsAt: null, news: 0 },
  { roomId: 3, roomName: 'Project Halla: secondary sale of the Busan logistics portfolio' },
]

const INVENTED_PASSKEYS = [
  {
    id: 1,
    name: '패스키 1',
    createdAt: '2026-11-02T02:10:00.000Z',
    usedAt: '2026-12-28T00:05:00.000Z',
  },
  { id: 2, name: '패스키 2', createdAt: '2026-12-21T08:41:00.000Z', usedAt: null },
]

async function showRooms({ page, t }, name) {
  const rooms = '**/api/room/api/session/rooms'
  const payload = name === 'rooms-list' ? INVENTED_ROOMS : []
  const body = {
    status: 'OK',
    payload,
    email: 'adviser@lawfirm.example',
    until: '2027-01-04T11:30:00.000Z',
  }
  await page.route(rooms, (route) => route.fulfill({ json: body }))
  const passkeys = name === 'rooms-list' ? INVENTED_PASSKEYS : []
  await page.route(`${rooms}/passkeys`, (route) =>
    route.fulfill({ json: { status: 'OK', payload: passkeys, canAdd: true } }),
  )
  await page.goto('/rooms')
  await page
    .getByText(name === 'rooms-list' ? INVENTED_ROOMS[0].roomName : t('rooms.none'))
    .waitFor()
  await page.unroute(rooms)
}

export const ENTRANCE_SCENES = [
  { name: 'login-lost-pin', as: 'visitor', open: showLostPin },
  {
    name: 'login-lost-pin-problem',
    of: 'login-lost-pin',
    as: 'visitor',
    async open(stage) {
      const { page, t } = stage
      await showLostPin(stage)
      await page.getByRole('textbox', { name: t('login.email') }).fill('name@')
      await page.keyboard.press('Enter')
      await message(stage).getByRole('button').click()
      await message(stage).waitFor({ state: 'detached' })
    },
  },
  {
    name: 'login-link',
    as: 'visitor',
    async open({ page, t }) {
      // Changing only the fragment would not reload.
      await page.goto('about:blank')
      await page.goto(`/login#${'A'.repeat(22)}`)
      await page.getByRole('heading', { name: t('login.linkHeading') }).waitFor()
    },
  },
  {
    name: 'rooms-ask',
    as: 'visitor',
    async open({ page, t }) {
      await page.goto('/rooms')
      await page.getByRole('textbox', { name: t('login.email') }).waitFor()
    },
  },
  {
    name: 'rooms-link',
    of: 'rooms-ask',
    as: 'visitor',
    async open({ page, t }) {
      await page.goto('about:blank')
      await page.goto(`/rooms#${'A'.repeat(22)}`)
      await page.getByRole('button', { name: t('rooms.prove') }).waitFor()
    },
  },
  ...['rooms-list', 'rooms-empty'].map((name) => ({
    name,
    of: 'rooms-ask',
    as: 'visitor',
    open: (stage) => showRooms(stage, name),
  })),
  { name: 'login-step', as: 'visitor', open: (stage) => showStep(stage, 0) },
  {
    name: 'login-step-problem',
    of: 'login-step',
    as: 'visitor',
    async open(stage) {
      const { page, t } = stage
      await showStep(stage, 120)
      await page.getByRole('textbox', { name: t('step.code') }).fill('12345')
      await page.keyboard.press('Enter')
      await message(stage).getByRole('button').click()
      await message(stage).waitFor({ state: 'detached' })
    },
  },
  {
    name: 'login-more',
    of: 'login',
    as: 'visitor',
    async open({ page, t }) {
      await page.goto('/login')
      await page.getByRole('button', { name: t('login.more') }).click()
      await page.getByRole('dialog', { name: t('about.title') }).waitFor()
    },
  },
]
