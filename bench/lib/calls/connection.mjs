/** Benchmarks read faster than people, so reading limits are raised. */
const LIMITS_OF_PROGRAMS = Object.fromEntries(
  ['documents', 'pages', 'downloads'].flatMap((what) =>
    ['Minute', 'Hour'].map((span) => [`${what}Per${span}`, 100_000]),
  ),
)

export class Connection {
  constructor(base) {
    this.base = base
    this.session = undefined
  }

  static async enter(base, { pin, code }) {
    const client = new this(base)
    client.session = await client.json('POST', '/room/api/room/join', { body: { pin } })
    const { id, roomId, userId } = client.session
    await client.json('POST', `/room/api/room/checkAgree?id=${id}`)
    if (code === undefined) return client
    const { checked } = await client.json('POST', '/room/admin/auth/comm/checkManagerPin', {
      body: { code, roomId, userId },
    })
    if (!checked) throw new Error('the operator area stays closed')
    await client.json('PUT', '/room/api/room/update/readingLimits', {
      body: { id: roomId, ...LIMITS_OF_PROGRAMS },
    })
    return client
  }

  async fetch(method, path, { body, form } = {}) {
    const response = await fetch(`${this.base}/api${path}`, {
      method,
      headers: {
        ...this.credential(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: form ?? (body === undefined ? undefined : JSON.stringify(body)),
    })
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }

  async json(method, path, options) {
    const { status, payload, ...beside } = await (await this.fetch(method, path, options)).json()
    if (status !== 'OK' || beside.rejected?.length > 0)
      throw new Error(`${method} ${path}: ${JSON.stringify(beside)}`)
    return payload
  }

  on(base) {
    const client = new this.constructor(base)
    client.session = this.session
    return client
  }

  /** Returns the headers for other programs of this session. */
  credential() {
    return this.session ? { authorization: `Bearer ${this.session.jwt}` } : {}
  }

  async change(method, path, fields) {
    const { id, roomId } = this.session
    return this.json(method, path, { body: { id, roomId, ...fields } })
  }

  async post(path, body) {
    return this.json('POST', path, { body })
  }
}
