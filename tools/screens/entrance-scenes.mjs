import { message } from './stage-steps.mjs'

async function showLostPin({ page, t }) {
  await page.goto('/login')
  await page.getByRole('button', { name: t('login.lost') }).click()
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: t('login.email') })
    .waitFor()
}

/** What the entrance shows beside the field for the PIN. */
export const ENTRANCE_SCENES = [
  { name: 'login-lost-pin', as: 'visitor', open: showLostPin },
  {
    name: 'login-lost-pin-problem',
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
      // The page may be open already, and a mere fragment would not load it.
      await page.goto('about:blank')
      await page.goto(`/login#${'A'.repeat(22)}`)
      await page.getByRole('heading', { name: t('login.linkHeading') }).waitFor()
    },
  },
  {
    name: 'login-more',
    as: 'visitor',
    async open({ page, t }) {
      await page.goto('/login')
      await page.getByRole('button', { name: t('login.more') }).click()
      await page.getByRole('dialog', { name: t('about.title') }).waitFor()
    },
  },
]
