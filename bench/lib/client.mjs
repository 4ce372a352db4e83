import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { request } from 'node:http'
import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

const BOUNDARY = 'sealroom-bench'
const UPLOAD = '/room/api/file/upload'

/** Benchmarks read faster than people, so reading limits are raised. */
const LIMITS_OF_PROGRAMS = Object.fromEntries(
  ['documents', 'pages', 'downloads'].flatMap((what) => ['Minute', 'Hour'].map((span) => [`${what}Per${span}`, 100_000])),
)

const field = (name, value) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

export class Client {
  #base
  #session

  constructor(base) {
    this.#base = base
  }

  static async enter(base, { pin, code }) {
    const client = new Client(base)
    client.#session = await client.#json('POST', '/room/api/room/join', { body: { pin } })
    const { id, roomId, userId } = client.#session
    await client.#json('POST', `/room/api/room/checkAgree?id=${id}`)
    if (code === undefined) return client
    const { checked } = await client.#json('POST', '/room/admin/auth/comm/checkManagerPin', { body: { code, roomId, userId } })
    if (!checked) throw new Error('the operator area stays closed')
    await client.#json('PUT', '/room/api/room/update/readingLimits', { body: { id: roomId, ...LIMITS_OF_PROGRAMS } })
    return client
  }

  async #fetch(method, path, { body, form } = {}) {
    const response = await fetch(`${this.#base}/api${path}`, {
      method,
      headers: { ...this.#credential(), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: form ?? (body === undefined ? undefined : JSON.stringify(body)),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }

  async #json(method, path, options) {
    const { status, payload, ...beside } = await (await this.#fetch(method, path, options)).json()
    if (status !== 'OK' || beside.rejected?.length > 0) throw new Error(`${method} ${path}: ${JSON.stringify(beside)}`)
    return payload
  }

  #credential() {
    return this.#session ? { authorization: `Bearer ${this.#session.jwt}` } : {}
  }

  on(base) {
    const client = new Client(base)
    client.#session = this.#session
    return client
  }

  /** Returns the headers for other programs of this session. */
  credential() {
    return this.#credential()
  }

  uploadFields() {
    const { id, roomId } = this.#session
    return { id, parent: 0, roomId, typeId: 4 }
  }

  async uploadFile(file) {
    const head = `content-disposition: form-data; name="file"; filename="${basename(file)}"\r\ncontent-type: application/pdf`
    const before = `${Object.entries(this.uploadFields())
      .map(([name, value]) => field(name, value))
      .join('')}--${BOUNDARY}\r\n${head}\r\n\r\n`
    const headers = { ...this.#credential(), 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
    const answer = await sendFile(`${this.#base}/api${UPLOAD}`, file, { headers, before, after: `\r\n--${BOUNDARY}--\r\n` })
    const { payload, rejected } = JSON.parse(answer)
    if (rejected?.length > 0 || payload?.length !== 1) throw new Error(`the upload was refused: ${answer}`)
    return payload[0].id
  }

  async uploadResumable(file, pieceBytes) {
    const { size } = await stat(file)
    const common = { ...this.#credential(), 'tus-resumable': '1.0.0' }
    const metadata = Object.entries({ name: basename(file), parent: '0' }).map(
      ([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`,
    )
    const headers = { ...common, 'upload-length': String(size), 'upload-metadata': metadata.join(',') }
    const begun = await fetch(`${this.#base}/api/room/api/file/tus`, { method: 'POST', headers })
    if (begun.status !== 201) throw new Error(`the upload was refused: ${begun.status} ${await begun.text()}`)
    let item
    for (let start = 0; start < size; start += pieceBytes) {
      const end = Math.min(size, start + pieceBytes)
      const head = { ...common, 'content-type': 'application/offset+octet-stream', 'upload-offset': start, 'content-length': end - start }
      const piece = request(`${this.#base}${begun.headers.get('location')}`, { method: 'PATCH', agent: false, headers: head })
      const answered = once(piece, 'response')
      await pipeline(createReadStream(file, { start, end: end - 1, highWaterMark: 256 * 1024 }), piece)
      const [response] = await answered
      if (response.statusCode !== 204) throw new Error(`a piece was refused: ${response.statusCode} ${await text(response)}`)
      response.resume()
      item = response.headers['sealroom-item']
    }
    return Number(item)
  }

  async uploadMany(names, content) {
    const form = new FormData()
    for (const [name, value] of Object.entries(this.uploadFields())) form.set(name, String(value))
    for (const name of names) form.append('file', new Blob([content]), name)
    const stored = await this.#json('POST', UPLOAD, { form })
    if (stored.length !== names.length) throw new Error(`${stored.length} of ${names.length} files were stored`)
  }

  async makeFolders(paths) {
    const { id, roomId } = this.#session
    return this.#json('POST', '/room/api/file/folders', { body: { id, roomId, parent: 0, paths } })
  }

  async composeDraft(content, boxes) {
    const form = new FormData()
    form.append('file', new Blob([content]), 'contract.pdf')
    const { data } = await (await this.#fetch('POST', '/esign/api/compose/upload', { form })).json()
    await this.#fetch('POST', '/esign/api/compose/updateUpload', { body: { templateId: data.templateId, boxes } })
    return data.templateId
  }

  async askToSign(templateId, person) {
    const post = (call, body) => this.#fetch('POST', `/esign/api/compose/${call}`, { body })
    await post('addDocInfo', { templateId, type: 'SIGNER', participants: [person] })
    const place = { page: 0, scaledX: 10, scaledY: 10, scaledW: 120, scaledH: 120 }
    await post('updateUpload', { templateId, boxes: [{ typeName: 'SIGN', ...place, participant: person.email }] })
    await post('addInvite', { templateId, members: [] })
  }

  async list({ parent = 0, keyword = '', ...paging }) {
    const body = { keword: keyword, parent, roomId: this.#session.roomId, ...paging }
    return (await this.#fetch('POST', '/room/api/file/file/list', { body })).json()
  }

  async searchTexts(words, more = {}) {
    return (await this.#json('POST', '/room/api/file/search', { body: { keword: words, roomId: this.#session.roomId, ...more } })).length
  }

  async countTexts(words) {
    const body = { keword: words, roomId: this.#session.roomId, count: true }
    return (await (await this.#fetch('POST', '/room/api/file/search', { body })).json()).counted
  }

  /** A cursor marks every `step` items. */
  async outline({ parent, cursor, step }) {
    const body = { parent, roomId: this.#session.roomId, cursor, step }
    return (await this.#fetch('POST', '/room/api/file/file/outline', { body })).json()
  }

  async idOf(wanted) {
    const items = await this.#json('POST', '/room/api/file/file/list', { body: { keword: '', parent: 0, roomId: this.#session.roomId } })
    return items.find(({ name }) => name === wanted).id
  }

  async invite(person) {
    const { id, roomId } = this.#session
    const [invited] = await this.#json('POST', '/room/api/room/user/invite', { body: { id, roomId, inviteUserList: [person] } })
    return invited.id
  }

  async inviteAll(people) {
    const { id, roomId } = this.#session
    await this.#json('POST', '/room/api/room/user/invite', { body: { id, roomId, inviteUserList: people } })
  }

  async change(method, path, fields) {
    const { id, roomId } = this.#session
    return this.#json(method, path, { body: { id, roomId, ...fields } })
  }

  async post(path, body) {
    return this.#json('POST', path, { body })
  }

  async setRight(roomManagerId, target, value) {
    await this.#json('POST', '/room/api/room/user/invitedUserSetup', { body: { roomManagerId, target, value } })
  }

  async begin(filename) {
    const outgoing = request(`${this.#base}/api/room/api/file/${filename}`, { agent: false, headers: this.#credential() })
    outgoing.end()
    const [response] = await once(outgoing, 'response')
    if (response.statusCode !== 200) throw new Error(`download: ${response.statusCode} ${await text(response)}`)
    return response
  }

  async history(query) {
    return (await this.#fetch('GET', `/room/api/room/roomActivity/list/${this.#session.roomId}?${new URLSearchParams(query)}`)).json()
  }

  daily() {
    return this.#json('GET', `/room/api/room/getDailyLogs/${this.#session.roomId}`)
  }

  dashboard(call) {
    return this.#json('GET', `/room/api/room/dashboard/${call}/${this.#session.roomId}`)
  }

  async exportHistory(format, filter = {}) {
    const { body } = await this.#fetch('POST', `/room/api/room/roomActivity/export/${this.#session.roomId}`, {
      body: { format, ...filter },
    })
    let bytes = 0
    for await (const piece of body) bytes += piece.length
    return bytes
  }

  ownThreads() {
    return this.#json('GET', `/room/api/thread/own/${this.#session.roomId}`)
  }

  async threads(filter) {
    return this.post('/room/api/thread/list', { roomId: this.#session.roomId, ...filter })
  }

  /** @param list CSV with a header row */
  async importThreads(list, { groupId, apply = false }) {
    const form = new FormData()
    const fields = { roomId: this.#session.roomId, groupId, type: 'REQUEST', apply }
    for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
    form.set('file', new Blob([list]), 'requests.csv')
    const answer = await this.#json('POST', '/room/api/thread/import', { form })
    if (answer.isApplied !== apply) throw new Error(`the list was not read as meant: ${JSON.stringify(answer.counts)}`)
  }

  async exportIndex(query) {
    const path = `/room/api/file/index/${this.#session.roomId}?${new URLSearchParams(query)}`
    return (await (await this.#fetch('GET', path)).arrayBuffer()).byteLength
  }

  async exportThreads(filter) {
    const body = { roomId: this.#session.roomId, format: 'xlsx', ...filter }
    return (await (await this.#fetch('POST', '/room/api/thread/export', { body })).arrayBuffer()).byteLength
  }

  async switchWatermarkOff() {
    await this.#json('PUT', '/room/api/room/update/toggle', { body: { id: this.#session.roomId, watermark: false, noti: false } })
  }

  async prepareArchive(code) {
    const { roomId } = this.#session
    const { id } = await this.#json('POST', '/room/api/archive', { body: { roomId, scope: 'room', code, protection: null } })
    for (;;) {
      const item = (await this.#json('GET', `/room/api/archive/list/${roomId}`)).find((one) => one.id === id)
      if (item.state === 'READY') return item
      if (item.state === 'FAILED') throw new Error(`the archive failed: ${item.reason}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  async fetchArchive(id, file) {
    const { url } = await this.#json('POST', '/room/api/file/ticket', { body: { fileIds: [id], kind: 'archive' } })
    const outgoing = request(`${this.#base}/api${url}`, { agent: false })
    outgoing.end()
    const [response] = await once(outgoing, 'response')
    if (response.statusCode !== 200) throw new Error(`archive: ${response.statusCode} ${await text(response)}`)
    let bytes = 0
    const counted = async function* (pieces) {
      for await (const piece of pieces) {
        bytes += piece.length
        yield piece
      }
    }
    if (file) await pipeline(response, counted, createWriteStream(file))
    else for await (const piece of response) bytes += piece.length
    return { bytes }
  }

  /** Resolves to bytes and seconds to the first byte. @throws if the stream breaks off */
  async zip(id) {
    const started = performance.now()
    const body = JSON.stringify({ fileIds: [id], id: this.#session.id, roomId: this.#session.roomId })
    const headers = { ...this.#credential(), 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const outgoing = request(`${this.#base}/api/room/api/file/zip`, { method: 'POST', agent: false, headers })
    outgoing.end(body)
    const [response] = await once(outgoing, 'response')
    if (response.statusCode !== 200) throw new Error(`zip: ${response.statusCode} ${await text(response)}`)
    let bytes = 0
    let first
    for await (const piece of response) {
      first ??= (performance.now() - started) / 1000
      bytes += piece.length
    }
    return { bytes, first }
  }

  async download(id) {
    const started = performance.now()
    const { url, prepare } = await this.#json('POST', '/room/api/file/ticket', { body: { fileIds: [id], kind: 'download' } })
    if (prepare !== undefined) {
      const lines = await (await this.#fetch('POST', '/room/api/file/ticket/prepare', { body: { ticket: prepare } })).text()
      const { state, ...beside } = JSON.parse(lines.trim().split('\n').at(-1))
      if (state !== 'ready') throw new Error(`the download was not prepared: ${JSON.stringify(beside)}`)
    }
    const ready = (performance.now() - started) / 1000
    const outgoing = request(`${this.#base}/api${url}`, { agent: false })
    outgoing.end()
    const [response] = await once(outgoing, 'response')
    if (response.statusCode !== 200) throw new Error(`download: ${response.statusCode} ${await text(response)}`)
    let bytes = 0
    for await (const piece of response) bytes += piece.length
    return { bytes, ready }
  }

  /** @throws if the document cannot be viewed */
  async open(id) {
    const lease = await this.#json('GET', `/room/api/file/prepareFile/${id}`)
    if (lease.status !== 'READY') throw new Error(`document ${id} is ${lease.status}`)
    return lease
  }

  async manifest({ name }) {
    return this.#json('GET', `/room/api/file/view/${name}`)
  }

  async page({ name }, page, width) {
    return (await this.#fetch('GET', `/room/api/file/view/${name}/pages/${page}?width=${width}`)).arrayBuffer()
  }

  /** More requests than cores keep all workers busy. */
  async drawAll(lease, width) {
    let page = 0
    const reader = async () => {
      while (page < lease.pageCount) {
        page += 1
        await this.page(lease, page, width)
      }
    }
    await Promise.all(Array.from({ length: 2 * availableParallelism() }, reader))
  }

  async close({ name }) {
    await this.#json('GET', `/room/api/file/removeTempFile/${name}`)
  }

  async watermarkIsOn() {
    const { watermark } = await this.#json('GET', `/room/api/room/info/${this.#session.roomId}`)
    return watermark
  }
}

/** @throws unless the status is 200 */
export async function sendFile(url, file, { headers = {}, before = '', after = '' } = {}) {
  const { size } = await stat(file)
  const length = size + Buffer.byteLength(before) + Buffer.byteLength(after)
  const outgoing = request(url, { method: 'POST', agent: false, headers: { ...headers, 'content-length': length } })
  const answer = new Promise((resolve, reject) => {
    outgoing.once('error', reject)
    outgoing.once('response', (response) => {
      text(response).then(
        (said) => (response.statusCode === 200 ? resolve(said) : reject(new Error(`${response.statusCode} ${said}`))),
        reject,
      )
    })
  })
  const sent = pipeline(async function* () {
    yield before
    yield* createReadStream(file, { highWaterMark: 256 * 1024 })
    yield after
  }, outgoing)
  const [said] = await Promise.all([answer, sent])
  return said
}
