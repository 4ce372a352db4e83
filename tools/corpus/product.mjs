import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

const WIDTH = 600
const WITHIN_MS = 90_000
const MOST_LOOKS = 30
const PAUSE_MS = 1_000

/** One room marks pages. */
export async function openProduct(server) {
  const bare = await server.enter()
  await bare.switchWatermarkOff()
  const marked = await server.enter()
  return { url: `${server.url}/api`, bare, marked }
}

async function ask({ url }, client, path, { body, form } = {}) {
  const headers = {
    ...client.credential(),
    ...(body ? { 'content-type': 'application/json' } : {}),
  }
  const sent = form ?? (body && JSON.stringify(body))
  return fetch(`${url}${path}`, {
    method: sent ? 'POST' : 'GET',
    headers,
    body: sent,
    signal: AbortSignal.timeout(WITHIN_MS),
  })
}

const payloadOf = async (response) => {
  const { payload, code, message } = await response.json()
  if (!response.ok) throw new Error(`${response.status} ${code} ${message ?? ''}`.trim())
  return payload
}

/** @throws with the refusal */
async function upload(product, client, { name, bytes }) {
  const form = new FormData()
  for (const [key, value] of Object.entries(client.uploadFields())) form.set(key, String(value))
  form.append('file', new Blob([bytes]), name)
  const response = await ask(product, client, '/room/api/file/upload', { form })
  const { payload, rejected, code, message } = await response.json()
  if (rejected?.length > 0)
    throw new Error(`refused: ${rejected[0].code ?? ''} ${rejected[0].message ?? ''}`)
  if (!payload?.[0]) throw new Error(`refused: ${code} ${message}`)
  return payload[0].id
}

/** The viewer also retries. */
async function patiently(product, client, path) {
  for (let look = 1; ; look += 1) {
    const response = await ask(product, client, path)
    if (response.ok) return { response, slow: look > 1 }
    const said = (await response.text()).slice(0, 200)
    if (response.status !== 503 || look === MOST_LOOKS)
      throw new Error(`${path}: ${response.status} ${said}`)
    await wait(PAUSE_MS)
  }
}

async function page(product, client, lease, number) {
  const { response, slow } = await patiently(
    product,
    client,
    `/room/api/file/view/${lease.name}/pages/${number}?width=${WIDTH}`,
  )
  return { picture: Buffer.from(await response.arrayBuffer()), slow }
}

async function lease(product, client, id) {
  for (let look = 1; ; look += 1) {
    const opened = await payloadOf(await ask(product, client, `/room/api/file/prepareFile/${id}`))
    if (opened.status !== 'WAITING' || look === MOST_LOOKS) return opened
    await wait(PAUSE_MS)
  }
}

/** @returns status, pages and page 1 with and without the mark */
export async function view(product, file) {
  const opened = await lease(product, product.bare, file.bare)
  if (opened.status !== 'READY') return { status: opened.status, pages: 0 }
  const { picture, slow } = await page(product, product.bare, opened, 1)
  const { response } = await patiently(
    product,
    product.bare,
    `/room/api/file/view/${opened.name}/pages/1/text`,
  )
  const words = await payloadOf(response)
  await ask(product, product.bare, `/room/api/file/removeTempFile/${opened.name}`)
  const other = await lease(product, product.marked, file.marked)
  const { picture: marked } = await page(product, product.marked, other, 1)
  await ask(product, product.marked, `/room/api/file/removeTempFile/${other.name}`)
  return {
    status: 'READY',
    pages: opened.pageCount,
    slow,
    words: words.runs.map(({ text }) => text).join(' '),
    picture,
    marked,
  }
}

/** @returns the marked copy and which of its pages became pictures */
export async function copyOf(product, file) {
  const { marked } = product
  const body = { fileIds: [file.marked], kind: 'download' }
  const { url, prepare } = await payloadOf(
    await ask(product, marked, '/room/api/file/ticket', { body }),
  )
  if (prepare === undefined) throw new Error('the copy would not be marked')
  const lines = await (
    await ask(product, marked, '/room/api/file/ticket/prepare', { body: { ticket: prepare } })
  ).text()
  const { state, pictures, code } = JSON.parse(lines.trim().split('\n').at(-1))
  if (state !== 'ready') throw new Error(`not prepared: ${code}`)
  const response = await ask(product, marked, url)
  if (!response.ok) throw new Error(`download: ${response.status}`)
  return { bytes: Buffer.from(await response.arrayBuffer()), pictures: pictures ?? 'none' }
}

export async function store(product, { name, path }) {
  const bytes = await readFile(path)
  return {
    bare: await upload(product, product.bare, { name, bytes }),
    marked: await upload(product, product.marked, { name, bytes }),
  }
}
