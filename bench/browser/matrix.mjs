import { enter, openBrowser } from '../lib/browser.mjs'
import { figure } from '../lib/figures.mjs'
import { fillFolders } from '../lib/fill/room.mjs'
import { makeGroups, scatterGrants } from '../lib/rights.mjs'
import { scrollerOf, scrollThrough } from '../lib/scrolling.mjs'
import { startServer } from '../lib/server.mjs'
import { traced } from '../lib/tracing.mjs'

const FOLDERS = 10_000
const GROUPS = 40
const GRANTS_PER_GROUP = 500
const WORDS = '문서철'
/** The scroll then takes four seconds. */
const PIXELS_PER_SECOND = 1_000
const WITHIN_MS = 240_000
const TASK_MS = 50
const SCRIPT_MS = 8
const CELLS = 3_000

async function openMatrix(page, url, { pin, code }) {
  await enter(page, url, pin)
  await page.goto(`${url}/admin/permissions`)
  await page.getByRole('textbox', { name: '운영자 코드' }).fill(code)
  await page.keyboard.press('Enter')
  await scrollerOf(page, WORDS)
}

async function measure({ rounds, scratch, size = FOLDERS }) {
  const server = await startServer(scratch)
  const database = await server.database()
  const room = await server.createRoom()
  const operator = await server.enterRoom(room)
  await fillFolders(database, room.roomId, size, WORDS)
  await scatterGrants(
    database,
    room.roomId,
    await makeGroups(operator, room.roomId, GROUPS),
    GRANTS_PER_GROUP,
  )
  await database.query('vacuum analyze')
  const page = await (await openBrowser(scratch)).newPage()
  await openMatrix(page, server.url, room)

  const passes = {
    'down, loading on the way': { axis: 'y' },
    'down, all loaded': { axis: 'y' },
    'across the groups': { axis: 'x', speed: PIXELS_PER_SECOND },
  }
  const results = []
  for (let round = 0; round < rounds; round += 1) {
    scratch.throwIfOver()
    await page.reload()
    await scrollerOf(page, WORDS)
    const measured = {}
    for (const [name, way] of Object.entries(passes))
      measured[name] = await traced(page, () =>
        scrollThrough(page, { words: WORDS, rows: size, limitMs: WITHIN_MS, ...way }),
      )
    results.push(measured)
  }
  return {
    rows: Object.keys(passes).flatMap((name) =>
      figuresOf(
        name,
        results.map((round) => round[name]),
      ),
    ),
    notes: [
      `${size.toLocaleString('en')} folders, ${GROUPS} groups, ${(GROUPS * GRANTS_PER_GROUP).toLocaleString('en')} grants`,
    ],
  }
}

function figuresOf(words, passes) {
  const against = (what, goal, values) =>
    figure(`${words}: ${what}`, 'ms', values, {
      is: `the goal, ${goal} ms`,
      values: values.map((value) => value / goal),
    })
  return [
    against(
      'longest task',
      TASK_MS,
      passes.map(({ longest }) => longest),
    ),
    figure(
      `${words}: longest task by processor time`,
      'ms',
      passes.map(({ busiest }) => busiest),
    ),
    against(
      'script a frame, median',
      SCRIPT_MS,
      passes.map(({ script }) => script),
    ),
    figure(
      `${words}: processor time of script a frame, median`,
      'ms',
      passes.map(({ scriptWork }) => scriptWork),
    ),
    figure(
      `${words}: frames`,
      '/s',
      passes.map(({ result }) => result.framesPerSecond),
    ),
    figure(
      `${words}: looks at a row not there yet`,
      '%',
      passes.map(({ result }) => result.blank),
    ),
    figure(
      `${words}: cells in the document (goal ${CELLS.toLocaleString('en')})`,
      '',
      passes.map(({ result }) => result.cells),
    ),
  ]
}

export const bench = { rounds: 3, limitMinutes: 20, measure }
