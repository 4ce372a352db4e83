import { mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { findChromium } from '../lib/chromium.mjs'
import { at } from '../lib/project.mjs'
import { say } from '../lib/run.mjs'
import { fits, openScene, SCENES } from './scenes.mjs'
import { withScratchRoom } from './scratch-room.mjs'
import { textsOf } from './texts.mjs'

/** Smaller windows emulate touch. */
const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 900, height: 768 },
  { width: 768, height: 1024, hasTouch: true, isMobile: true },
  { width: 390, height: 844, hasTouch: true, isMobile: true },
]
const LANGUAGES = ['ko', 'en']
const THEMES = ['light', 'dark']

const FOLDER = at('.build', 'screens')
const PICTURE = at('docs', 'pictures', 'user-screen.png')
const PICTURE_WORDS = ['room-preview', '1440', 'ko', 'light']
const PICTURE_BYTES = 300_000
const WITHIN_MS = 15_000
const FAILURES_MAX = 5

const { values, positionals } = parseArgs({
  options: { picture: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const words = values.picture ? PICTURE_WORDS : positionals

function chosen(set, nameOf = String) {
  const named = set.filter((each) => words.includes(nameOf(each)))
  return named.length > 0 ? named : set
}

const windows = chosen(WINDOWS, ({ width }) => String(width))
const languages = chosen(LANGUAGES)
const themes = chosen(THEMES)
const known = new Set([...WINDOWS.map(({ width }) => String(width)), ...LANGUAGES, ...THEMES])
const names = words.filter((word) => !known.has(word))
const isNamed = ({ name }) =>
  names.length === 0 ||
  names.some((word) => (values.picture ? name === word : name.startsWith(word)))
const scenes = SCENES.filter(isNamed)

function stagesOf(browser, { address, room, sessions }, { width, height, ...device }, language) {
  const stages = new Map()
  const open = async (role) => {
    const remembered = {
      language,
      ...(sessions[role] ? { session: JSON.stringify(sessions[role]) } : {}),
    }
    const localStorage = Object.entries(remembered).map(([name, value]) => ({ name, value }))
    const context = await browser.newContext({
      ...device,
      viewport: { width, height },
      baseURL: address,
      timezoneId: 'Asia/Seoul',
      reducedMotion: 'reduce',
      storageState: { cookies: [], origins: [{ origin: address, localStorage }] },
    })
    context.setDefaultTimeout(WITHIN_MS)
    return { page: await context.newPage(), t: textsOf(language), room }
  }
  return {
    async of(role) {
      if (!stages.has(role)) stages.set(role, await open(role))
      return stages.get(role)
    },
    close: () => Promise.all([...stages.values()].map(({ page }) => page.context().close())),
  }
}

async function photograph(page, file) {
  const shot = await page.screenshot({ animations: 'disabled' })
  mkdirSync(dirname(file), { recursive: true })
  const { size } = await sharp(shot).png({ palette: true, effort: 10 }).toFile(file)
  if (values.picture && size > PICTURE_BYTES)
    throw new Error(`${file} has ${size} bytes, more than ${PICTURE_BYTES}`)
}

async function takeScene(scene, stages, fileOf) {
  const stage = await stages.of(scene.as)
  try {
    await openScene(scene, stage)
    for (const theme of themes) {
      await stage.page.emulateMedia({ colorScheme: theme })
      await photograph(stage.page, fileOf(theme))
    }
  } finally {
    // An open countdown would log out its session.
    await stage.page.goto('about:blank')
  }
}

async function takeSeries(browser, rooms, { window, language }, failures) {
  const stages = stagesOf(browser, rooms, window, language)
  for (const scene of scenes.filter((each) => fits(each, window.width))) {
    const name = `${scene.name}-${window.width}-${language}`
    const fileOf = (theme) => (values.picture ? PICTURE : `${FOLDER}/${name}-${theme}.png`)
    await takeScene(scene, stages, fileOf).catch((error) =>
      failures.push(`${name}: ${error.message}`),
    )
    if (failures.length === FAILURES_MAX) break
  }
  await stages.close()
  say(`${window.width} ${language}`)
}

async function takeAll(browser, rooms) {
  const failures = []
  for (const window of windows) {
    for (const language of languages) {
      if (failures.length < FAILURES_MAX)
        await takeSeries(browser, rooms, { window, language }, failures)
    }
  }
  return failures
}

async function takeScreens(rooms) {
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    return await takeAll(browser, rooms)
  } finally {
    await browser.close()
  }
}

if (scenes.length === 0) {
  say(
    `No scene begins with ${names.join(' or ')}. There are: ${SCENES.map(({ name }) => name).join(', ')}`,
  )
  process.exitCode = 2
} else {
  if (words.length === 0) rmSync(FOLDER, { recursive: true, force: true })
  const failures = await withScratchRoom(takeScreens)
  for (const failure of failures) say(failure)
  say(values.picture ? PICTURE : FOLDER)
  process.exitCode = failures.length > 0 ? 1 : 0
}
