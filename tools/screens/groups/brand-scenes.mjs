import { answerWith } from '../invented/answer-with.mjs'

const svg = (color, width) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="56"><rect x="4" y="8" width="40" height="40" rx="20" fill="${color}"/><text x="54" y="38" font-size="28" font-weight="700" font-family="sans-serif" fill="${color}">HAN PARTNERS</text></svg>`

const BRAND = { firm: '한앤파트너스', accent: '#7a1f3d', accentDark: '#f0a8bf' }
const MAILS = {
  sender: 'Han & Partners 데이터룸',
  replyTo: 'deal@han.example',
  footer: '한앤파트너스 M&A팀\n서울 중구 세종대로 1',
}
const LOGO = { version: 'a', width: 280, height: 56 }

async function pretend({ page }) {
  await page.route(/\/room\/api\/room\/info\/\d+/, async (route) => {
    const { payload, ...beside } = await (await route.fetch()).json()
    await answerWith(route, { ...payload, brand: { ...BRAND, logo: LOGO, logoDark: LOGO } }, beside)
  })
  await page.route(/\/room\/api\/room\/brand\/\d+/, (route) =>
    answerWith(route, { ...BRAND, ...MAILS, logos: { light: LOGO, dark: LOGO } }),
  )
  await page.route(/\/room\/api\/room\/logo\/\d+\/(light|dark)/, (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: svg(route.request().url().endsWith('dark') ? '#f0a8bf' : '#7a1f3d', 280),
    }),
  )
}

async function openSettings(stage) {
  const { page, t } = stage
  await pretend(stage)
  await page.goto('/admin/dashboard')
  await page.getByRole('button', { name: t('brand.title') }).click()
  await page.getByRole('dialog').locator('.brand-sample').first().waitFor()
}

const STANDARD = { ko: '', en: '' }
const TEXTS = {
  invitation: {
    ko: '{name} 님, 안녕하세요. {firm} M&A팀입니다.\n\n프로젝트 한강 실사에 참여해 주셔서 감사합니다. 질의는 데이터룸의 질의·자료요청으로 보내 주세요.',
    en: 'Dear {name}, {firm} invites you to the due diligence of Project Hangang.\n\nPlease send your questions through the data room.',
  },
  documents: STANDARD,
  questions: STANDARD,
  closing: STANDARD,
}

async function openTexts(stage) {
  const { page, t } = stage
  await pretend(stage)
  await page.route(/\/room\/api\/room\/mailTexts\/\d+/, (route) => answerWith(route, TEXTS))
  await page.goto('/admin/dashboard')
  await page.getByRole('button', { name: t('mailTexts.title') }).click()
  await page.getByRole('dialog').locator('textarea').first().waitFor()
}

export const BRAND_SCENES = [
  { name: 'mail-texts', as: 'raised', open: openTexts },
  {
    name: 'mail-texts-refused',
    of: 'mail-texts',
    as: 'raised',
    async open(stage) {
      await openTexts(stage)
      await stage.page
        .getByRole('dialog')
        .locator('textarea')
        .first()
        .fill('자세한 내용은 https://deal.example 에서 확인해 주세요.')
      await stage.page.locator('.mail-texts-under > [role=status]').first().waitFor()
    },
  },
  { name: 'brand', as: 'raised', open: openSettings },
  {
    name: 'brand-low-contrast',
    of: 'brand',
    as: 'raised',
    async open(stage) {
      await openSettings(stage)
      await stage.page.getByLabel(stage.t('brand.accent'), { exact: true }).fill('#ff7a00')
      await stage.page.locator('.brand-low').waitFor()
    },
  },
  {
    name: 'branded-room',
    of: 'brand',
    as: 'raised',
    async open(stage) {
      await pretend(stage)
      await stage.page.goto('/admin/invitation')
      await stage.page.locator('.work .button-primary').first().waitFor()
    },
  },
  {
    name: 'branded-agreement',
    of: 'brand',
    as: 'newcomer',
    async open(stage) {
      await pretend(stage)
      await stage.page.goto('/login/agree')
      await stage.page.locator('.brand-logo').waitFor()
    },
  },
]
