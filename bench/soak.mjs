// npm run soak [-- --minutes N] runs all acts at once for N minutes (default 30), and reports growth of memory, descriptors and files.
import { readdirSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { prepare } from '../tools/lib/prepare.mjs'
import { Client } from './lib/client.mjs'
import { percentile } from './lib/figures.mjs'
import { machine, sentenceOf } from './lib/machine.mjs'
import { pinMailedTo } from './lib/mailbox.mjs'
import { writePdf } from './lib/pdf.mjs'
import { memoryOf } from './lib/processes.mjs'
import { withScratch } from './lib/scratch.mjs'
import { startServer } from './lib/server.mjs'

const READERS = 8
const STREAMS = 20
const SAMPLE_MS = 10_000
const MOST_MEMORY_GROWTH = 1.1
const MOST_MORE = { descriptors: 15, connections: 5, temporary: 5, blobs: 30 }

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } })
const minutes = Number(values.minutes)
if (!Number.isInteger(minutes) || minutes < 3 || minutes > 1_440) {
  console.error('npm run soak [-- --minutes N]: a whole number from 3 to 1440')
  process.exit(2)
}

const countFiles = async (folder) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])).filter(
    (entry) => entry.isFile(),
  ).length

async function sample(server, scratch, database) {
  const data = join(scratch.folder, 'data')
  const { rows } = await database.query(
    'select count(*)::int as count from pg_stat_activity where datname = current_database()',
  )
  return {
    memory: memoryOf(server.pid).now,
    descriptors: readdirSync(`/proc/${server.pid}/fd`).length,
    connections: rows[0].count,
    temporary: await countFiles(join(data, 'tmp')),
    blobs: await countFiles(join(data, 'blobs')),
  }
}

function createCrowd(until) {
  const counts = new Map()
  const failures = new Map()
  const running = []
  const add = (map, name) => map.set(name, (map.get(name) ?? 0) + 1)
  return {
    counts,
    failures,
    keep(name, pauseMs, act) {
      const repeat = async () => {
        for (let round = 0; Date.now() < until; round += 1) {
          try {
            await act(round)
            add(counts, name)
          } catch (error) {
            // The product's client also retries at a busy server.
            if (error.message.includes(': 503 ')) add(counts, `${name}, asked to come again`)
            else add(failures, `${name}: ${error.message.slice(0, 200)}`)
          }
          await wait(pauseMs * (0.5 + Math.random()))
        }
      }
      running.push(repeat())
    },
    ended: () => Promise.all(running),
  }
}

async function furnish(server, scratch) {
  const room = await server.createRoom()
  const operator = await server.enterRoom(room)
  const documents = []
  for (let number = 1; number <= 4; number += 1) {
    const file = join(scratch.folder, `document-${number}.pdf`)
    await writePdf(file, { pages: 30, lines: 50 })
    documents.push({ file, id: await operator.uploadFile(file) })
  }
  const passing = join(scratch.folder, 'passing.pdf')
  await writePdf(passing, { pages: 3, lines: 40, size: 2_000_000 })
  const people = []
  for (let number = 0; number < READERS; number += 1) {
    const email = `reader${number}@example.com`
    await operator.invite({ name: email, email, print: true, download: true })
    const pin = await pinMailedTo(scratch.folder, email)
    people.push({ pin, client: await Client.enter(server.url, { pin }) })
  }
  const { id: groupId } = await operator.post('/room/api/group', {
    roomId: room.roomId,
    name: 'Soak',
  })
  return { room, operator, documents, passing, people, groupId }
}

function crowdOfReaders(crowd, server, { people, documents }) {
  for (const [index, { client }] of people.entries())
    crowd.keep('reading', 1_000, async (round) => {
      const { id } = documents[(index + round) % documents.length]
      const lease = await client.open(id)
      for (let page = 1; page <= 8; page += 1) {
        await client.page(lease, 1 + ((round * 8 + page) % 30), 1_200)
        await wait(300)
      }
      if (round % 3 > 0) await client.close(lease)
    })
  const [{ client }] = people
  crowd.keep('searching', 2_000, async (round) => {
    await client.list({ keyword: `document-${1 + (round % 4)}`, limit: 20 })
    await client.searchTexts('page', { limit: 10 })
  })
  crowd.keep('downloading a zip, every third left half-way', 5_000, async (round) => {
    const { url } = await client.post('/room/api/file/ticket', {
      fileIds: documents.map(({ id }) => id),
      kind: 'zip',
    })
    const leaving = new AbortController()
    const response = await fetch(`${server.url}/api${url}`, { signal: leaving.signal })
    if (!response.ok) throw new Error(String(response.status))
    let bytes = 0
    try {
      for await (const piece of response.body) {
        bytes += piece.length
        if (round % 3 === 0 && bytes > 100_000) leaving.abort()
      }
    } catch (error) {
      if (!leaving.signal.aborted) throw error
    }
  })
  for (let stream = 0; stream < STREAMS; stream += 1)
    crowd.keep('listening for half a minute', 200, async () => {
      const { client: listener } = people[stream % people.length]
      const leaving = AbortSignal.timeout(Math.round(15_000 + Math.random() * 30_000))
      try {
        const response = await fetch(`${server.url}/api/room/api/room/events`, {
          headers: listener.credential(),
          signal: leaving,
        })
        if (!response.ok)
          throw new Error(`${response.status} ${(await response.text()).slice(0, 80)}`)
        for await (const _ of response.body);
      } catch (error) {
        if (!leaving.aborted) throw error
      }
    })
}

function crowdOfChanges(crowd, server, { room, operator, documents, passing, people, groupId }) {
  const { roomId } = room
  for (let uploader = 0; uploader < 2; uploader += 1)
    crowd.keep('uploading, deleting and destroying', 1_500, async (round) => {
      const id =
        round % 2 === 0
          ? await operator.uploadFile(passing)
          : await operator.uploadResumable(passing, 500_000)
      await wait(1_000)
      await operator.change('DELETE', '/room/api/file/file/delete', { fileId: id, name: '' })
      await operator.change('POST', '/room/api/file/trash/destroy', { fileId: id })
    })
  crowd.keep('granting', 3_000, (round) =>
    operator.post('/room/api/grant', {
      roomId,
      changes: [
        {
          groupId,
          itemId: documents[round % documents.length].id,
          level: round % 2 === 0 ? 'view' : 'print',
        },
      ],
    }),
  )
  crowd.keep('entering and leaving', 4_000, async (round) => {
    const client = await Client.enter(server.url, {
      pin: people[1 + (round % (people.length - 1))].pin,
    })
    await client.list({ parent: 0, limit: 20 })
    await client.post('/room/api/room/logout', {})
  })
  crowd.keep('asking', 6_000, async (round) => {
    await people[round % people.length].client.post('/room/api/thread', {
      ...{
        roomId,
        type: 'QUESTION',
        title: `Question ${round}`,
        text: 'When is revenue recognised?',
        state: 'SUBMITTED',
      },
    })
    await operator.threads({ limit: 20 })
  })
  crowd.keep('looking at the dashboard and the log', 5_000, async () => {
    await operator.dashboard('activity')
    await operator.history({ limit: '50' })
  })
  crowd.keep('exporting the log', 20_000, () => operator.exportHistory('csv'))
}

/** This keeps sessions beyond half an hour. */
function staySignedIn(crowd, { operator, people }) {
  crowd.keep('being there', 120_000, async () => {
    for (const client of [operator, ...people.map((person) => person.client)])
      await client.post('/room/api/room/alive', {})
  })
}

/** Caches fill in the first third. */
function verdictsOf(samples) {
  const third = Math.floor(samples.length / 3)
  const medianOf = (part, what) =>
    percentile(
      part.map((each) => each[what]),
      0.5,
    )
  return Object.keys(samples[0]).map((what) => {
    const [before, after] = [
      medianOf(samples.slice(third, 2 * third), what),
      medianOf(samples.slice(-third), what),
    ]
    const isFlat =
      what === 'memory' ? after <= before * MOST_MEMORY_GROWTH : after <= before + MOST_MORE[what]
    return { what, before, after, isFlat }
  })
}

async function soak(scratch) {
  const server = await startServer(scratch)
  const database = await server.database()
  const furniture = await furnish(server, scratch)
  const crowd = createCrowd(Date.now() + minutes * 60_000)
  crowdOfReaders(crowd, server, furniture)
  crowdOfChanges(crowd, server, furniture)
  staySignedIn(crowd, furniture)
  const samples = []
  let isOver = false
  const sampling = (async () => {
    while (!isOver) {
      samples.push(await sample(server, scratch, database))
      await wait(SAMPLE_MS)
    }
  })()
  await crowd.ended()
  isOver = true
  await sampling
  return { crowd, verdicts: verdictsOf(samples) }
}

await prepare()
console.log(sentenceOf(machine()))
const { crowd, verdicts } = await withScratch(minutes + 10, soak)
for (const [name, count] of [...crowd.counts].sort()) console.log(`  ${name}: ${count} times`)
for (const [name, count] of crowd.failures) console.log(`  failed ${count} times: ${name}`)
for (const { what, before, after, isFlat } of verdicts)
  console.log(
    `  ${what}${what === 'memory' ? ' (MiB)' : ''}: ${Math.round(before)} in the middle third, ${Math.round(after)} in the last: ${isFlat ? 'flat' : 'GROWS'}`,
  )
const isSound = verdicts.every(({ isFlat }) => isFlat) && crowd.failures.size === 0
console.log(isSound ? 'soak: flat, and nothing failed' : 'soak: see above')
process.exitCode = isSound ? 0 : 1
