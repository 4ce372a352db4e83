/** What the server answered where it should have done something. */
class Refused extends Error {
  name = 'Refused'
}

const BASE = '/api'

/** One person's way to the server: the calls of the contract that the demo makes, in a session of its own. */
export class Wire {
  #address
  #language
  #session

  constructor(address, language = 'ko') {
    this.#address = address
    this.#language = language
  }

  /** The same session in another language, in which its mails are written. */
  speaking(language) {
    const other = new Wire(this.#address, language)
    other.#session = this.#session
    return other
  }

  async #send(method, path, { body, query, form } = {}) {
    const url = new URL(BASE + path, this.#address)
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, String(value))
    const headers = { 'accept-language': this.#language }
    if (this.#session) headers.authorization = `Bearer ${this.#session.jwt}`
    if (body !== undefined) headers['content-type'] = 'application/json'
    return fetch(url, { method, headers, body: form ?? (body === undefined ? undefined : JSON.stringify(body)) })
  }

  /** The answer's envelope. @throws Refused where the server says no. */
  async #call(method, path, options) {
    const answer = await this.#send(method, path, options)
    const envelope = await answer.json()
    // The code alone: a path or a payload may hold a PIN or an address.
    if (envelope.status !== 'OK')
      throw new Refused(`${method} ${path.split('/').slice(0, 6).join('/')}: ${answer.status} ${envelope.code ?? ''}`)
    return envelope
  }

  /** Enters and accepts the notice; with a code, opens the operator area too. */
  async enter(pin, code) {
    this.#session = (await this.#call('POST', '/room/api/room/join', { body: { pin } })).payload
    await this.#call('POST', '/room/api/room/checkAgree', { query: { id: this.#session.id } })
    if (code === undefined) return
    const { roomId, userId } = this.#session
    const { payload } = await this.#call('POST', '/room/admin/auth/comm/checkManagerPin', { body: { code, roomId, userId } })
    if (!payload.checked) throw new Refused('the operator area stays closed')
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

  /** Uploads `[path, bytes]` below the root; folders are made on the way. Resolves to the ids in the same order. */
  async upload(files) {
    const form = this.#form(0, 4)
    for (const [path, bytes] of files) form.append('file', new Blob([bytes]), path)
    const { payload, rejected = [] } = await this.#call('POST', '/room/api/file/upload', { form })
    if (rejected.length > 0) throw new Refused(`upload: ${rejected.map(({ code }) => code).join(', ')}`)
    return payload.map(({ id }) => id)
  }

  /** Invites people; resolves to their members' ids in the same order. */
  async invite(people) {
    const { id, roomId } = this.#session
    const { payload } = await this.#call('POST', '/room/api/room/user/invite', { body: { id, roomId, inviteUserList: people } })
    return payload.map((member) => member.id)
  }

  setRight(roomManagerId, target, value) {
    return this.#call('POST', '/room/api/room/user/invitedUserSetup', { body: { roomManagerId, target, value } })
  }

  makeOperator(roomManagerId) {
    return this.#call('POST', '/room/api/room/user/role', { body: { roomManagerId, roleId: 4 } })
  }

  setWatermark(watermark) {
    return this.#call('PUT', '/room/api/room/update/toggle', { body: { id: this.#session.roomId, noti: true, watermark } })
  }

  /** Opens a document, draws its first pages and closes it. */
  async read(itemId, pages) {
    const { payload: lease } = await this.#call('GET', `/room/api/file/prepareFile/${itemId}`)
    for (let page = 1; page <= Math.min(pages, lease.pageCount); page++) {
      const image = await this.#send('GET', `${lease.path}/pages/${page}`, { query: { width: 800 } })
      if (!image.ok) throw new Refused(`page ${page}: ${image.status}`)
      await image.arrayBuffer()
    }
    await this.#call('GET', `/room/api/file/removeTempFile/${lease.name}`)
  }

  /** Asks for an original; resolves to whether it came. */
  async download(name) {
    const { payload } = await this.#call('POST', '/room/api/file/file/list', {
      body: { keword: name, parent: 0, roomId: this.#session.roomId },
    })
    const original = await this.#send('GET', `/room/api/file/${payload[0].filename}`)
    await original.arrayBuffer()
    return original.ok
  }

  /** Ends the session, if there is one. */
  async leave() {
    if (this.#session) await this.#call('POST', '/room/api/room/logout', { body: {} })
    this.#session = undefined
  }
}
