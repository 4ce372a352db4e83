import { chromium } from '@playwright/test'
import { findChromium } from '../../tools/lib/chromium.mjs'

const VIEWPORT = { width: 1_440, height: 900 }
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
]

export async function openBrowser(scratch) {
  const browser = await chromium.launch({ executablePath: findChromium(), args: FLAGS })
  scratch.defer(() => browser.close())
  return browser.newContext({ viewport: VIEWPORT, locale: 'ko-KR' })
}

export async function enter(page, url, pin) {
  await page.goto(`${url}/login`)
  await page.getByRole('textbox', { name: /PIN/ }).first().fill(pin)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /동의하고/ }).click()
  await page.getByRole('button', { name: '로그아웃' }).waitFor()
}
