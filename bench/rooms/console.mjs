import { alternate, figure, percentile, ratios, secondsOf } from '../lib/figures.mjs'
import { startServer } from '../lib/server.mjs'
import { newPasskey } from './new-passkey.mjs'

const ROOMS = 10_000
const CALLS = 40
const PUBLIC_URL = 'http://localhost:8080'

const QUERIES = {
  'newest 100': 'limit=100',
  'by name': 'limit=100&sort=name',
  'by usage': 'limit=100&sort=usage',
  'by phase': 'limit=100&sort=phase',
  'searching a name, 11 hits': 'limit=100&search=room%20123',
  'searching a name, none': 'limit=100&search=nowhere',
}

async function measure({ rounds, scratch, size = ROOMS }) {
  const server = await startServer(scratch, { PUBLIC_URL })
  const token = await signOn(server)
  const list = (query) => get(server, token, `/rooms?${query}`)
  const timesOf = (query) => async () => {
    const times = []
    for (let call = 0; call < CALLS; call += 1) {
      scratch.throwIfOver()
      times.push((await secondsOf(() => list(query))) * 1_000)
    }
    return percentile(times, 0.95)
  }
  const few = await alternate(rounds, { plain: timesOf('limit=100') })
  await fill(await server.database(), size)
  const measured = await alternate(
    rounds,
    Object.fromEntries(Object.entries(QUERIES).map(([name, query]) => [name, timesOf(query)])),
  )
  const rows = Object.entries(measured).map(([name, values]) =>
    figure(`p95, ${name}`, 'ms', values, {
      is: 'of the list of one room',
      values: ratios(values, few.plain),
    }),
  )
  return { rows, notes: [`${size.toLocaleString('en')} rooms, ${CALLS} calls a round, goal 30 ms`] }
}

async function get({ url }, token, path) {
  const answer = await fetch(`${url}/api/console${path}`, {
    headers: { authorization: `Administrator ${token}` },
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()).payload
}

async function post({ url }, path, body) {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/console${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  const { payload, status } = await answer.json()
  if (status !== 'OK') throw new Error(`${path}: ${JSON.stringify(payload)}`)
  return payload
}

async function signOn(server) {
  const { link } = JSON.parse(
    await server.room(
      'administrator',
      'invite',
      '--email',
      'bench@example.com',
      '--name',
      'Bench',
      '--json',
    ),
  )
  const token = link.split('#invite=')[1]
  const { options } = await post(server, '/invitation', { token })
  return (
    await post(server, '/invitation/accept', { token, answer: newPasskey(options, PUBLIC_URL) })
  ).token
}

/** The queries decrypt no rows. */
async function fill(database, size) {
  await database.query(
    `insert into rooms (vault, room_no, name, root_id, wrapped_key, wrapped_retention, storage_limit, storage_used, user_limit, created_at, phase, phase_at)
     select gen_random_uuid(), '9901-' || lpad(n::text, 5, '0'), 'Room ' || n, root_id, wrapped_key, wrapped_retention, storage_limit,
       (n * 7919) % 1000000, user_limit, created_at, (array['open', 'open', 'frozen', 'closed'])[1 + n % 4], case when n % 4 > 1 then created_at end
     from rooms, generate_series(1, $1::int) as n where rooms.id = (select min(id) from rooms)`,
    [size],
  )
  await database.query('vacuum analyze rooms')
}

export const bench = { rounds: 5, limitMinutes: 8, measure }
