import { answerWith } from '../invented/answer-with.mjs'

const FIRM = {
  id: 'firm',
  name: { ko: '한앤파트너스 계정', en: 'Han & Partners account' },
  issuer: 'https://login.han.example/realms/deals',
  hasGroups: true,
  hasStrong: true,
}

const setting = (issuer) => async (stage) => {
  const { page, t } = stage
  const providers = [{ provider: 'firm', issuer, replacesCode: true, groups: [] }]
  await page.route(/\/room\/api\/room\/signOn\/\d+/, (route) =>
    answerWith(route, {
      settings: { pin: 'everyone', providers },
      available: [FIRM],
      bindings: [],
    }),
  )
  await page.goto('/admin/invitation')
  await page.getByRole('button', { name: t('signOnRoom.title') }).click()
  await page.getByRole('dialog').locator('.sign-on-issuer').first().waitFor()
}

export const SIGN_ON_SCENES = [
  { name: 'room-sign-on', as: 'raised', open: setting(FIRM.issuer) },
  {
    name: 'room-sign-on-moved',
    of: 'room-sign-on',
    as: 'raised',
    open: setting('https://sso.han.example'),
  },
]
