class Refused extends Error {
  name = 'Refused'
}

const BASE = '/api'

export class Wire {
  #address
  #language
  #session

  constructor(address, language = 'ko') {
    this.#address = address
    this.#language = language
  }

  speaking(language) {
    const other = new Wire(this.#address, language)
    other.#session = this.#session
    return other
  }

  async #send(method, path, { body, query, form, signer, cookie } = {}) {
    const url = new URL(BASE + path, this.#address)
    for (const [name, value] of Object.entries(query ?? {}))
      url.searchParams.set(name, String(value))
    const headers = { 'accept-language': this.#language }
    if (this.#session) headers.authorization = `Bearer ${this.#session.jwt}`
    if (cookie !== undefined) headers.cookie = cookie
    if (signer !== undefined) headers.authorization = `Signer ${signer}`
    if (body !== undefined) headers['content-type'] = 'application/json'
    return fetch(url, {
      method,
      headers,
      body: form ?? (body === undefined ? undefined : JSON.stringify(body)),
    })
  }

  /** @throws Refused if the call fails */
  async #call(method, path, options) {
    return this.#envelopeOf(method, path, await this.#send(method, path, options))
  }

  async #envelopeOf(method, path, answer) {
    const envelope = await answer.json()
    // Paths and payloads may contain secrets.
    if (envelope.status !== 'OK')
      throw new Refused(
        `${method} ${path.split('/').slice(0, 6).join('/')}: ${answer.status} ${envelope.code ?? ''}`,
      )
    return envelope
  }

  /** @throws Refused if the call fails */
  async #data(method, path, options) {
    const answer = await this.#send(method, path, options)
    const { data, error } = await answer.json()
    if (error !== undefined) throw new Refused(`${method} ${path}: ${answer.status} ${error.code}`)
    return data
  }

  async makeGroup(fields) {
    return (
      await this.#call('POST', '/room/api/group', {
        body: { roomId: this.#session.roomId, ...fields },
      })
    ).payload.id
  }

  moveInto(id, managementIds) {
    return this.#call('POST', '/room/api/group/members', {
      body: { id, roomId: this.#session.roomId, managementIds },
    })
  }

  configureQuestions(settings) {
    return this.#call('PUT', '/room/api/room/update/questions', {
      body: { id: this.#session.roomId, ...settings },
    })
  }

  /** @param {'each' | 'daily' | 'never'} mails */
  paceMails(mails) {
    return this.#call('PUT', '/room/api/thread/mails', { body: { mails } })
  }

  async topics() {
    return (await this.#call('GET', `/room/api/topic/list/${this.#session.roomId}`)).payload
  }

  async addTopics(template) {
    await this.#call('POST', '/room/api/topic/template', {
      body: { roomId: this.#session.roomId, template },
    })
    return this.topics()
  }

  setTopic(fields) {
    return this.#call('POST', '/room/api/topic/update', {
      body: { roomId: this.#session.roomId, ...fields },
    })
  }

  async ask(fields) {
    return (
      await this.#call('POST', '/room/api/thread', {
        body: { roomId: this.#session.roomId, ...fields },
      })
    ).payload
  }

  async threads(filter) {
    return (
      await this.#call('POST', '/room/api/thread/list', {
        body: { roomId: this.#session.roomId, limit: 200, ...filter },
      })
    ).payload
  }

  enterThread(id, kind, text, links = []) {
    return this.#call('POST', `/room/api/thread/${id}/entry`, { body: { kind, text, links } })
  }

  moveThread({ id, rev }, to, fields = {}) {
    return this.#call('POST', `/room/api/thread/${id}/move`, { body: { to, rev, ...fields } })
  }

  fulfil(body) {
    return this.#call('POST', '/room/api/thread/fulfil', { body })
  }

  publish(id, text) {
    return this.#call('POST', `/room/api/thread/${id}/publish`, { body: text })
  }

  sign(token, step, body) {
    return this.#data('POST', `/esign/api/sign/${step}`, { body, signer: token })
  }

  /** Takes and returns a known device's cookie. A code opens the operator area. */
  async enter(pin, code, device) {
    const path = '/room/api/room/join'
    const answer = await this.#send('POST', path, { body: { pin }, cookie: device })
    this.#session = (await this.#envelopeOf('POST', path, answer)).payload
    const known = answer.headers.get('set-cookie')?.split(';')[0] ?? device
    await this.#call('POST', '/room/api/room/checkAgree', { query: { id: this.#session.id } })
    if (code === undefined) return known
    const { roomId, userId } = this.#session
    const { payload } = await this.#call('POST', '/room/admin/auth/comm/checkManagerPin', {
      body: { code, roomId, userId },
    })
    if (!payload.checked) throw new Refused('the operator area stays closed')
    return known
  }

  #form(parent, typeId) {
    const form = new FormData()
    const fields = { id: this.#session.id, parent, roomId: this.#session.roomId, typeId }
    for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
    return form
  }

  async makeFolder(folderName) {
    const form = this.#form(0, 5)
    form.set('folderName', folderName)
    return (await this.#call('POST', '/room/api/file/upload', { form })).payload
  }

  /** Uploads `[path, bytes]`, resolving to ids in the same order. */
  async upload(files, more = {}) {
    const form = this.#form(0, 4)
    for (const [name, value] of Object.entries(more)) form.set(name, String(value))
    for (const [path, bytes] of files) form.append('file', new Blob([bytes]), path)
    const { payload, rejected = [] } = await this.#call('POST', '/room/api/file/upload', { form })
    if (rejected.length > 0)
      throw new Refused(`upload: ${rejected.map(({ code }) => code).join(', ')}`)
    return payload.map(({ id }) => id)
  }

  publishItems(ids, at) {
    return this.#call('POST', '/room/api/file/publish', {
      body: { roomId: this.#session.roomId, ids, at: at.toISOString(), notify: true },
    })
  }

  async invite(people) {
    const { id, roomId } = this.#session
    const { payload } = await this.#call('POST', '/room/api/room/user/invite', {
      body: { id, roomId, inviteUserList: people },
    })
    return payload.map((member) => member.id)
  }

  setRight(roomManagerId, target, value) {
    return this.#call('POST', '/room/api/room/user/invitedUserSetup', {
      body: { roomManagerId, target, value },
    })
  }

  makeOperator(roomManagerId) {
    return this.#call('POST', '/room/api/room/user/role', { body: { roomManagerId, roleId: 4 } })
  }

  setWatermark(watermark) {
    return this.#call('PUT', '/room/api/room/update/toggle', {
      body: { id: this.#session.roomId, noti: true, watermark },
    })
  }

  /** @throws Refused if the document's pages are not ready */
  async open(itemId) {
    const { payload } = await this.#call('GET', `/room/api/file/prepareFile/${itemId}`)
    if (payload.status !== 'READY') throw new Refused(`a document to be read is ${payload.status}`)
    return payload
  }

  async page(lease, page) {
    const image = await this.#send('GET', `${lease.path}/pages/${page}`, { query: { width: 800 } })
    if (!image.ok) throw new Refused(`page ${page}: ${image.status}`)
    await image.arrayBuffer()
  }

  report(lease, pages, isLast) {
    const last = isLast ? { last: true } : {}
    return this.#call('POST', '/room/api/room/activity', {
      body: pages.map(([page, seconds]) => ({
        type: 'view',
        name: lease.name,
        page,
        seconds,
        ...last,
      })),
    })
  }

  alive() {
    return this.#call('POST', '/room/api/room/alive')
  }

  async composeUpload(name, bytes, { notice, signValid }) {
    const form = new FormData()
    for (const [field, value] of Object.entries({
      roomId: this.#session.roomId,
      notice,
      signValid,
    }))
      form.set(field, String(value))
    form.set('file', new Blob([bytes]), name)
    return (await this.#data('POST', '/esign/api/compose/upload', { form })).templateId
  }

  compose(call, body) {
    return this.#data('POST', `/esign/api/compose/${call}`, { body })
  }

  composed(templateId) {
    return this.#data('GET', '/esign/api/compose/get', { query: { templateId } })
  }

  async download(name) {
    const { payload } = await this.#call('POST', '/room/api/file/file/list', {
      body: { keword: name, parent: 0, roomId: this.#session.roomId },
    })
    const original = await this.#send('GET', `/room/api/file/${payload[0].filename}`)
    await original.arrayBuffer()
    return original.ok
  }

  async leave() {
    if (this.#session) await this.#call('POST', '/room/api/room/logout', { body: {} })
    this.#session = undefined
  }
}
