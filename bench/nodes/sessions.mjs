import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from '../lib/client.mjs'
import { listen } from '../lib/event-stream.mjs'
import { figure, percentile, ratios, secondsOf } from '../lib/figures.mjs'
import { pinsIn } from '../lib/mailbox.mjs'
import { writePdf } from '../lib/pdf.mjs'
import { memoryOf, processorSecondsOf } from '../lib/processes.mjs'
import { startServer } from '../lib/server.mjs'

const STAGES = [100, 1_000, 5_000]
/** A person may hold 20 event streams at once. */
const SESSIONS_EACH = 20
const ENTERING = 8
const DOCUMENTS = 10
const PAGES = 60
const WIDTH = 1_200
const LISTS = { requests: 3_000, inFlight: 16 }
const VIEWS = { requests: 200, inFlight: 8 }
const SEEN_WITHIN_MS = 60_000
const MOST_INVITED = 30

async function inTurns(values, atOnce, work) {
  const waiting = [...values.entries()].reverse()
  const lane = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await work(next[1], next[0])
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}

/** Resolves to rate, times in ms, and processor ms per act. */
async function load(server, sessions, { requests, inFlight }, act) {
  const times = []
  const step = Math.max(1, Math.floor(sessions.length / requests))
  const turns = Array.from(
    { length: requests },
    (_, index) => sessions[(index * step) % sessions.length],
  )
  const before = processorSecondsOf(server.pid)
  const seconds = await secondsOf(() =>
    inTurns(turns, inFlight, async (session, index) =>
      times.push(1_000 * (await secondsOf(() => act(session, index)))),
    ),
  )
  const cost = (1_000 * (processorSecondsOf(server.pid) - before)) / requests
  return {
    rate: requests / seconds,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    cost,
  }
}

/** The product's client also retries at a busy server. */
async function patiently(act) {
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (!error.message.includes(': 503 ')) throw error
      await wait(500)
    }
  }
}

async function fillUp(server, sessions, pins, count) {
  const missing = Array.from(
    { length: count - sessions.length },
    (_, index) => sessions.length + index,
  )
  await inTurns(missing, ENTERING, async (number) => {
    const session = {
      client: await Client.enter(server.url, { pin: pins[Math.floor(number / SESSIONS_EACH)] }),
      changes: 0,
    }
    await listen(server.url, session.client, ({ type }) => {
      if (type === 'items') session.changes += 1
      if (type === 'ended') session.isOver = true
    })
    sessions.push(session)
  })
}

/** Resolves to milliseconds until every session has its event. */
async function announce(operator, sessions, file) {
  for (const session of sessions) session.changes = 0
  await operator.uploadFile(file)
  const answered = performance.now()
  const until = answered + SEEN_WITHIN_MS
  while (sessions.some(({ changes, isOver }) => changes === 0 && !isOver)) {
    if (performance.now() > until)
      throw new Error(
        `${sessions.filter(({ changes }) => changes === 0).length} sessions were not informed`,
      )
    await wait(2)
  }
  return performance.now() - answered
}

async function furnish(server, scratch, people) {
  const operator = await server.enter()
  const files = []
  for (let number = 1; number <= DOCUMENTS; number += 1) {
    const file = join(scratch.folder, `document-${number}.pdf`)
    await writePdf(file, { pages: PAGES, lines: 60 })
    files.push({ file, id: await operator.uploadFile(file) })
  }
  for (const { id } of files) await operator.close(await operator.open(id))
  const emails = Array.from({ length: people }, (_, number) => `reader${number}@example.com`)
  for (let first = 0; first < people; first += MOST_INVITED)
    await operator.inviteAll(
      emails.slice(first, first + MOST_INVITED).map((email) => ({ name: email, email })),
    )
  const pins = await pinsIn([join(scratch.folder, 'data', 'outbox')], people)
  return { operator, files, pins: emails.map((email) => pins.get(email)) }
}

async function measure({ rounds, scratch, size }) {
  const stages = size === undefined ? STAGES : [...STAGES.filter((stage) => stage < size), size]
  const most = stages.at(-1)
  const server = await startServer(scratch)
  const { operator, files, pins } = await furnish(server, scratch, Math.ceil(most / SESSIONS_EACH))
  const sessions = []
  const measured = []
  for (const count of stages) {
    const entering = await secondsOf(() => fillUp(server, sessions, pins, count))
    const stage = { count, entering, lists: [], views: [], announced: [], memory: 0 }
    for (let round = 0; round < rounds; round += 1) {
      scratch.throwIfOver()
      stage.lists.push(
        await load(server, sessions, LISTS, ({ client }) => client.list({ limit: 100 })),
      )
      const leases = new Map()
      stage.views.push(
        await load(server, sessions, VIEWS, async ({ client }, index) => {
          const { id } = files[index % files.length]
          const lease = await client.open(id)
          leases.set(lease, client)
          await patiently(() => client.page(lease, 1 + ((index * 7) % PAGES), WIDTH))
        }),
      )
      await inTurns([...leases], ENTERING, ([lease, client]) => client.close(lease))
      stage.announced.push(await announce(operator, sessions, files[0].file))
    }
    stage.memory = memoryOf(server.pid).now
    measured.push(stage)
  }
  const [least] = measured
  const of = (stage, what, which) => stage[what].map((one) => one[which])
  return {
    rows: measured.flatMap((stage) => {
      const beside = (what, which) =>
        stage === least
          ? undefined
          : {
              is: `of ${least.count} sessions`,
              values: ratios(of(stage, what, which), of(least, what, which)),
            }
      const name = `${stage.count} sessions: `
      return [
        figure(
          `${name}lists as fast as answers come`,
          'a second',
          of(stage, 'lists', 'rate'),
          beside('lists', 'rate'),
        ),
        figure(
          `${name}a list then, 95th percentile`,
          'ms',
          of(stage, 'lists', 'p95'),
          beside('lists', 'p95'),
        ),
        figure(
          `${name}processor time of a list`,
          'ms',
          of(stage, 'lists', 'cost'),
          beside('lists', 'cost'),
        ),
        figure(
          `${name}documents opened to a page`,
          'a second',
          of(stage, 'views', 'rate'),
          beside('views', 'rate'),
        ),
        figure(
          `${name}opening then, 95th percentile`,
          'ms',
          of(stage, 'views', 'p95'),
          beside('views', 'p95'),
        ),
        figure(`${name}until all know of an upload`, 'ms', stage.announced),
        figure(`${name}server memory`, 'MiB', [stage.memory], {
          is: `of ${least.count} sessions`,
          values: [stage.memory / least.memory],
        }),
      ]
    }),
    notes: [
      `each session with an open stream of events; ${LISTS.inFlight} lists or ${VIEWS.inFlight} openings at once, each of another session`,
      ...measured.map(
        ({ count, entering }) => `entering up to ${count} sessions took ${entering.toFixed(0)} s`,
      ),
    ],
  }
}

export const bench = { rounds: 3, limitMinutes: 25, measure }
