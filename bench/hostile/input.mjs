import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { at } from '../../tools/lib/project.mjs'
import { Client } from '../lib/client.mjs'
import { alternate, figure, percentile, ratios } from '../lib/figures.mjs'
import { mailTo, pinMailedTo } from '../lib/mailbox.mjs'
import { writePdf } from '../lib/pdf.mjs'
import { startPeer } from '../lib/processes.mjs'
import { startServer } from '../lib/server.mjs'

const WINDOW_MS = 3_000
const EVERY_MS = 5
const BOUNDARY = 'sealroom-bench'
const FORM = `multipart/form-data; boundary=${BOUNDARY}`
const LINK = /\/sign#([\w-]{32})/

const nested = (before, bytes) => Buffer.from(before + '['.repeat(bytes - before.length))
const inForm = (json) =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="data"\r\n\r\n`),
    json,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ])

/** These once let one client block all others. */
function attacksOf({ operator, participant, token }) {
  const signer = { authorization: `Signer ${token}` }
  const signed = '{"consent":true,"boxes":'
  const draft = '{"templateId":1,"boxes":'
  return {
    'signer, 19 MB': {
      path: '/esign/api/sign/complete',
      headers: signer,
      body: nested(signed, 19_000_000),
    },
    'signer, 1 MB': {
      path: '/esign/api/sign/complete',
      headers: signer,
      body: nested(signed, 1_000_000),
    },
    'operator, 7.9 MB': {
      path: '/esign/api/compose/updateUpload',
      headers: operator.credential(),
      body: nested(draft, 7_900_000),
    },
    'operator, 1 MB': {
      path: '/esign/api/compose/updateUpload',
      headers: operator.credential(),
      body: nested(draft, 1_000_000),
    },
    'nobody, 980 kB': { path: '/room/api/room/join', headers: {}, body: nested('', 980_000) },
    'nobody, 256 kB': { path: '/room/api/room/join', headers: {}, body: nested('', 256_000) },
    'participant, form of 980 kB': {
      path: '/room/api/message/sendByUser',
      headers: { ...participant.credential(), 'content-type': FORM },
      body: inForm(nested('', 980_000)),
    },
  }
}

/** Returns 0 for a cut connection. */
async function send(url, { method = 'POST', headers, body, agent = false }) {
  const length =
    body === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length }
  const outgoing = request(url, { method, agent, headers: { ...length, ...headers } })
  // Early refusals may cut off the request body.
  outgoing.on('error', () => {})
  outgoing.end(body)
  try {
    const [response] = await once(outgoing, 'response')
    await once(response.resume(), 'close')
    return response.statusCode
  } catch {
    return 0
  }
}

async function delaysDuring(url, work) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const asked = []
  const until = performance.now() + WINDOW_MS
  const working = work(until)
  while (performance.now() < until) {
    const started = performance.now()
    asked.push(send(url, { method: 'GET', agent }).then(() => performance.now() - started))
    await wait(EVERY_MS)
  }
  const delays = await Promise.all(asked)
  await working
  agent.destroy()
  return delays
}

const repeated = (url, attack) => (until) => {
  const loop = async () => {
    while (performance.now() < until) {
      const status = await send(url, attack)
      if (status !== 0 && status < 400)
        throw new Error(`a hostile request was answered with ${status}`)
    }
  }
  return Promise.all([loop(), loop()])
}

async function measure({ rounds, scratch }) {
  const server = await startServer(scratch)
  const operator = await server.enter()
  const email = 'reader@example.com'
  await operator.invite({ name: 'Reader', email })
  const participant = await Client.enter(server.url, {
    pin: await pinMailedTo(scratch.folder, email),
  })
  const signer = { name: 'Signer', email: 'signer@example.com' }
  const file = join(scratch.folder, 'contract.pdf')
  await writePdf(file, { pages: 1 })
  await operator.askToSign(await operator.composeDraft(await readFile(file), []), signer)
  const [, token] = LINK.exec(await mailTo(scratch.folder, signer.email, LINK))
  const attacks = attacksOf({ operator, participant, token })

  const peer = await startPeer(scratch, at('bench', 'peers', 'parse-server.mjs')).ask('address')
  const ours = `${server.url}/health/live`
  const candidates = { idle: () => delaysDuring(ours, () => Promise.resolve()) }
  for (const [name, attack] of Object.entries(attacks)) {
    candidates[name] = () => delaysDuring(ours, repeated(`${server.url}/api${attack.path}`, attack))
    candidates[`${name}, JSON.parse alone`] = () => delaysDuring(peer, repeated(peer, attack))
  }
  const measured = await alternate(rounds, candidates)
  const of = (name, share) => measured[name].map((delays) => percentile(delays, share))
  const rows = Object.keys(attacks).flatMap((name) => {
    const alone = `${name}, JSON.parse alone`
    return [0.99, 1].map((share) => {
      const values = of(name, share)
      const is = 'JSON.parse alone'
      return figure(`${name}: ${share === 1 ? 'at most' : 'p99'}`, 'ms', values, {
        is,
        values: ratios(values, of(alone, share)),
      })
    })
  })
  const all = Object.keys(attacks).flatMap((name) => measured[name].flat())
  const reported = (name, values) =>
    `${name}: p99 ${percentile(values, 0.99).toFixed(1)} ms, at most ${percentile(values, 1).toFixed(1)} ms`
  return {
    rows: [figure('nothing hostile: p99', 'ms', of('idle', 0.99)), ...rows],
    notes: [
      reported(`of all ${all.length} answers during hostile requests`, all),
      reported('with nothing hostile', measured.idle.flat()),
    ],
  }
}

export const bench = { rounds: 3, limitMinutes: 10, measure }
