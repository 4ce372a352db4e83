import { answerWith } from './invented/answer-with.mjs'
import { openAccount } from './stage-steps.mjs'

const PATH = '**/room/admin/auth/comm/passkey'

/** IP addresses allow no passkeys. */
const PASSKEYS = [
  {
    id: 1,
    name: '회사 노트북',
    createdAt: '2026-03-02T00:12:00.000Z',
    usedAt: '2026-11-20T08:41:00.000Z',
  },
  {
    id: 2,
    name: 'iPhone',
    createdAt: '2026-05-11T06:30:00.000Z',
    usedAt: '2026-11-18T23:05:00.000Z',
  },
  {
    id: 3,
    name: '금고에 보관하는 예비 보안 키 (USB-C, 파란색)',
    createdAt: '2026-05-11T06:34:00.000Z',
    usedAt: null,
  },
]

const answers = (page, path, payload) =>
  page.route(path, (route) => answerWith(route, payload(route)))

async function offer(page, passkeys) {
  await answers(page, PATH, (route) => ({
    origin: new URL(route.request().url()).origin,
    count: passkeys.length,
  }))
  await answers(page, `${PATH}/list`, () => passkeys)
}

async function showGate({ page, t }) {
  await offer(page, PASSKEYS)
  await page.goto('/admin/upload')
  await page.getByRole('button', { name: t('gate.passkey') }).waitFor()
}

async function showPasskeys(stage, passkeys = PASSKEYS) {
  const { page, t } = stage
  await offer(page, passkeys)
  await page.goto('/admin/upload')
  await openAccount(stage, 'passkeys.manage')
  await page
    .getByRole('dialog', { name: t('passkeys.title') })
    .getByRole('button', { name: t('passkeys.add') })
    .waitFor()
}

export const PASSKEY_SCENES = [
  { name: 'gate-passkey', as: 'operator', open: showGate },
  {
    name: 'gate-passkey-declined',
    of: 'gate-passkey',
    as: 'operator',
    async open(stage) {
      const { page, t } = stage
      await answers(page, `${PATH}/raise/options`, () => ({
        challenge: 'AAAA',
        rpId: 'localhost',
        timeout: 1,
        userVerification: 'required',
        allowCredentials: [],
      }))
      await showGate(stage)
      await page.evaluate(() => {
        navigator.credentials.get = () => Promise.reject(new DOMException('', 'NotAllowedError'))
      })
      await page.getByRole('button', { name: t('gate.passkey') }).click()
      await page.getByText(t('gate.passkeyDeclined')).waitFor()
    },
  },
  {
    name: 'account-passkeys',
    of: 'room-account-menu',
    as: 'raised',
    async open(stage) {
      const { page, t } = stage
      await offer(page, PASSKEYS)
      await page.goto('/admin/upload')
      await openAccount(stage)
      await page.getByRole('menuitem', { name: t('passkeys.manage') }).waitFor()
    },
  },
  { name: 'passkeys', as: 'raised', open: (stage) => showPasskeys(stage) },
  {
    name: 'passkeys-empty',
    of: 'passkeys',
    as: 'raised',
    open: (stage) => showPasskeys(stage, []),
  },
  {
    name: 'passkeys-new',
    of: 'passkeys',
    as: 'raised',
    async open(stage) {
      const { page, t } = stage
      await showPasskeys(stage)
      await page.getByRole('button', { name: t('passkeys.add') }).click()
      await page.getByRole('textbox', { name: t('passkeys.name') }).waitFor()
    },
  },
]
