import { join } from 'node:path'
import { startCluster } from '../../tools/servers/cluster.mjs'
import { Client } from '../lib/client.mjs'
import { alternate, figure, percentile, ratios, secondsOf } from '../lib/figures.mjs'
import { pinsIn } from '../lib/mailbox.mjs'
import { writePdf } from '../lib/pdf.mjs'
import { processorSecondsOf } from '../lib/processes.mjs'
import { OUTLASTING_BYTES, raceOf } from '../lib/revoking.mjs'
import { runRoom } from '../lib/server.mjs'

const SESSIONS = 24
const DOCUMENTS = 6
const PAGES = 60
const WIDTH = 1_200
const LISTS_EACH = 60
const PAGES_EACH = 10
const RACES_PER_ROUND = 60
const MS = 1_000

async function enter(cluster) {
  const env = { ...cluster.env, HOME: cluster.nodes[0].dataDir, DATA_DIR: cluster.nodes[0].dataDir }
  const words = [
    '--name',
    'Bench',
    '--operator-name',
    'Bench',
    '--operator-email',
    'bench@example.com',
    '--json',
  ]
  const operator = await Client.enter(
    cluster.url,
    JSON.parse(await runRoom(env, 'create', ...words)),
  )
  await operator.switchWatermarkOff()
  return operator
}

/** Resolves to acts per second and processor milliseconds per act. */
async function load(cluster, sessions, each, act) {
  const spent = () => cluster.nodes.reduce((sum, node) => sum + processorSecondsOf(node.pid()), 0)
  const before = spent()
  const seconds = await secondsOf(() =>
    Promise.all(
      sessions.map(async (session) => {
        for (let turn = 0; turn < each; turn += 1) await act(session, turn)
      }),
    ),
  )
  const count = sessions.length * each
  return { rate: count / seconds, cost: (MS * (spent() - before)) / count }
}

async function measure({ rounds, scratch }) {
  const cluster = await startCluster({ folder: join(scratch.folder, 'cluster') })
  scratch.defer(() => cluster.stop())
  const operator = await enter(cluster)
  const ids = []
  for (let number = 1; number <= DOCUMENTS; number += 1) {
    const file = join(scratch.folder, `document-${number}.pdf`)
    await writePdf(file, { pages: PAGES, lines: 60 })
    ids.push(await operator.uploadFile(file))
  }
  const large = join(scratch.folder, 'large.pdf')
  await writePdf(large, { pages: 1, size: OUTLASTING_BYTES })
  const largeId = await operator.uploadFile(large)
  const { filename } = (await operator.list({})).payload.find((item) => item.id === largeId)
  for (const id of ids) await operator.close(await operator.open(id))
  const email = 'reader@example.com'
  const memberId = await operator.invite({ name: 'Reader', email, download: true })
  await operator.setRight(memberId, 'download', true)
  const outboxes = cluster.nodes.map(({ dataDir }) => join(dataDir, 'outbox'))
  const pin = (await pinsIn(outboxes, 1)).get(email)
  const clients = await Promise.all(
    Array.from({ length: SESSIONS }, () => Client.enter(cluster.url, { pin })),
  )
  const [first, second, third] = cluster.nodes.map(({ url }) => url)
  const seats = (baseOf) =>
    clients.map((client, index) => ({ client: client.on(baseOf(index)), index }))
  const one = seats(() => first)
  const all = seats((index) => [first, second, third][index % 3])

  const list = ({ client }) => client.list({ limit: 100 })
  const view = async ({ client, index }, turn) => {
    const lease = await client.open(ids[index % ids.length])
    await client.page(lease, 1 + ((index * 7 + turn) % PAGES), WIDTH)
    await client.close(lease)
  }
  const measured = await alternate(rounds, {
    listsOfOne: () => load(cluster, one, LISTS_EACH, list),
    listsOfAll: () => load(cluster, all, LISTS_EACH, list),
    pagesOfOne: () => load(cluster, one, PAGES_EACH, view),
    pagesOfAll: () => load(cluster, all, PAGES_EACH, view),
  })
  const of = (what, which) => measured[what].map((round) => round[which])
  const beside = (what, which) => ({
    is: 'of one node',
    values: ratios(of(`${what}OfAll`, which), of(`${what}OfOne`, which)),
  })

  const reader = clients[0].on(second)
  const revoking = operator.on(third)
  for await (const _ of await reader.begin(filename));
  const races = []
  for (let round = 0; round < rounds; round += 1) {
    const raced = []
    for (let number = 0; number < RACES_PER_ROUND; number += 1) {
      scratch.throwIfOver()
      raced.push(await raceOf({ operator: revoking, reader, memberId, filename }))
    }
    races.push(raced)
  }
  const share = (part) => races.map((raced) => percentile(raced, part))
  return {
    rows: [
      figure('lists on three nodes', 'a second', of('listsOfAll', 'rate'), beside('lists', 'rate')),
      figure(
        'processor time of a list, all nodes',
        'ms',
        of('listsOfAll', 'cost'),
        beside('lists', 'cost'),
      ),
      figure('pages on three nodes', 'a second', of('pagesOfAll', 'rate'), beside('pages', 'rate')),
      figure(
        'processor time of a page, all nodes',
        'ms',
        of('pagesOfAll', 'cost'),
        beside('pages', 'cost'),
      ),
      figure('revoked on another node: last byte after the answer, p50', 'ms', share(0.5)),
      figure('the same, p99 (goal 1,000)', 'ms', share(0.99)),
    ],
    notes: [
      `${SESSIONS} sessions, on one node or a third of them on each; nodes, database and object storage share the cores of this machine`,
      `of all ${races.flat().length} races: p99 ${percentile(races.flat(), 0.99).toFixed(1)} ms, at most ${percentile(races.flat(), 1).toFixed(1)} ms`,
    ],
  }
}

export const bench = { rounds: 5, limitMinutes: 20, measure }
