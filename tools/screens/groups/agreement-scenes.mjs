import { answerWith } from '../invented/answer-with.mjs'

const KO = `제1조 (비밀정보)
이 데이터룸에서 제공되는 모든 자료와 그 내용은 비밀정보입니다.

제2조 (이용 목적)
비밀정보는 거래를 검토하는 목적으로만 이용하며, 자문사를 포함하여 알 필요가 있는 사람에게만 공개합니다.

제3조 (반환과 파기)
거래가 끝나거나 요청을 받으면 비밀정보와 그 사본을 바로 반환하거나 파기합니다.`
const EN = `Article 1 (Confidential information)
All materials in this data room and their contents are confidential.

Article 2 (Purpose)
Confidential information is used to assess the transaction only, and is disclosed to those who need to know it, advisers included.

Article 3 (Return and destruction)
Confidential information and its copies are returned or destroyed at once when the transaction ends or on request.`

const TEXT = { version: 2, form: 'text', texts: { ko: KO, en: EN }, pages: [], signature: true }
const PDF = {
  version: 3,
  form: 'pdf',
  texts: {},
  pages: Array.from({ length: 12 }, () => ({ width: 1400, height: 1980 })),
  signature: true,
}

const paper = (page) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1400" height="1980"><rect width="1400" height="1980" fill="#fff"/><text x="160" y="240" font-size="52" font-family="serif">NON-DISCLOSURE AGREEMENT</text>${Array.from(
    { length: 24 },
    (_, line) =>
      `<text x="160" y="${360 + line * 58}" font-size="30" font-family="serif">${page}.${line + 1} The Recipient shall keep the Confidential Information secret and shall use it</text>`,
  ).join('')}</svg>`

async function pretend({ page }, agreement) {
  await page.route(/\/room\/api\/room\/agreement\/\d+$/, (route) => answerWith(route, agreement))
  await page.route(/\/room\/api\/room\/agreement\/\d+\/\d+\/page\/\d+/, (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: paper(Number(route.request().url().split('/').at(-1))),
    }),
  )
}

const agreeing = (agreement, shown) => async (stage) => {
  await pretend(stage, agreement)
  await stage.page.goto('/login/agree')
  await stage.page.locator(shown).first().waitFor()
}

const setting = (agreement, shown) => async (stage) => {
  const { page, t } = stage
  await pretend(stage, agreement)
  await page.goto('/admin/dashboard')
  await page.getByRole('button', { name: t('agreement.title') }).click()
  await page.getByRole('dialog').locator(shown).first().waitFor()
}

export const AGREEMENT_SCENES = [
  { name: 'agreement', as: 'raised', open: setting(TEXT, '.agreement-text') },
  {
    name: 'agreement-pdf',
    of: 'agreement',
    as: 'raised',
    open: setting(PDF, '.agreement-page img'),
  },
  {
    name: 'agreement-own',
    of: 'agreement',
    as: 'newcomer',
    open: agreeing(TEXT, '.agreement-text'),
  },
  {
    name: 'agreement-own-pdf',
    of: 'agreement',
    as: 'newcomer',
    open: agreeing(PDF, '.agreement-page img'),
  },
]
