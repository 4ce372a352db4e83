import { Downloads } from './calls/downloads.mjs'

export class Client extends Downloads {
  async composeDraft(content, boxes) {
    const form = new FormData()
    form.append('file', new Blob([content]), 'contract.pdf')
    const { data } = await (await this.fetch('POST', '/esign/api/compose/upload', { form })).json()
    await this.fetch('POST', '/esign/api/compose/updateUpload', {
      body: { templateId: data.templateId, boxes },
    })
    return data.templateId
  }

  async askToSign(templateId, person) {
    const post = (call, body) => this.fetch('POST', `/esign/api/compose/${call}`, { body })
    await post('addDocInfo', { templateId, type: 'SIGNER', participants: [person] })
    const place = { page: 0, scaledX: 10, scaledY: 10, scaledW: 120, scaledH: 120 }
    await post('updateUpload', {
      templateId,
      boxes: [{ typeName: 'SIGN', ...place, participant: person.email }],
    })
    await post('addInvite', { templateId, members: [] })
  }

  async list({ parent = 0, keyword = '', ...paging }) {
    const body = { keword: keyword, parent, roomId: this.session.roomId, ...paging }
    return (await this.fetch('POST', '/room/api/file/file/list', { body })).json()
  }

  async searchTexts(words, more = {}) {
    return (
      await this.json('POST', '/room/api/file/search', {
        body: { keword: words, roomId: this.session.roomId, ...more },
      })
    ).length
  }

  async countTexts(words) {
    const body = { keword: words, roomId: this.session.roomId, count: true }
    return (await (await this.fetch('POST', '/room/api/file/search', { body })).json()).counted
  }

  async outline({ parent, cursor, step }) {
    const body = { parent, roomId: this.session.roomId, cursor, step }
    return (await this.fetch('POST', '/room/api/file/file/outline', { body })).json()
  }

  async idOf(wanted) {
    const items = await this.json('POST', '/room/api/file/file/list', {
      body: { keword: '', parent: 0, roomId: this.session.roomId },
    })
    return items.find(({ name }) => name === wanted).id
  }

  async invite(person) {
    const { id, roomId } = this.session
    const [invited] = await this.json('POST', '/room/api/room/user/invite', {
      body: { id, roomId, inviteUserList: [person] },
    })
    return invited.id
  }

  async inviteAll(people) {
    const { id, roomId } = this.session
    await this.json('POST', '/room/api/room/user/invite', {
      body: { id, roomId, inviteUserList: people },
    })
  }

  async setRight(roomManagerId, target, value) {
    await this.json('POST', '/room/api/room/user/invitedUserSetup', {
      body: { roomManagerId, target, value },
    })
  }

  async history(query) {
    return (
      await this.fetch(
        'GET',
        `/room/api/room/roomActivity/list/${this.session.roomId}?${new URLSearchParams(query)}`,
      )
    ).json()
  }

  daily() {
    return this.json('GET', `/room/api/room/getDailyLogs/${this.session.roomId}`)
  }

  dashboard(call) {
    return this.json('GET', `/room/api/room/dashboard/${call}/${this.session.roomId}`)
  }

  async exportHistory(format, filter = {}) {
    const { body } = await this.fetch(
      'POST',
      `/room/api/room/roomActivity/export/${this.session.roomId}`,
      {
        body: { format, ...filter },
      },
    )
    let bytes = 0
    for await (const piece of body) bytes += piece.length
    return bytes
  }

  ownThreads() {
    return this.json('GET', `/room/api/thread/own/${this.session.roomId}`)
  }

  async threads(filter) {
    return this.post('/room/api/thread/list', { roomId: this.session.roomId, ...filter })
  }

  /** @param list CSV with a header row */
  async importThreads(list, { groupId, apply = false }) {
    const form = new FormData()
    const fields = { roomId: this.session.roomId, groupId, type: 'REQUEST', apply }
    for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
    form.set('file', new Blob([list]), 'requests.csv')
    const answer = await this.json('POST', '/room/api/thread/import', { form })
    if (answer.isApplied !== apply)
      throw new Error(`the list was not read as meant: ${JSON.stringify(answer.counts)}`)
  }

  async exportIndex(query) {
    const path = `/room/api/file/index/${this.session.roomId}?${new URLSearchParams(query)}`
    return (await (await this.fetch('GET', path)).arrayBuffer()).byteLength
  }

  async exportThreads(filter) {
    const body = { roomId: this.session.roomId, format: 'xlsx', ...filter }
    return (await (await this.fetch('POST', '/room/api/thread/export', { body })).arrayBuffer())
      .byteLength
  }

  async switchWatermarkOff() {
    await this.json('PUT', '/room/api/room/update/toggle', {
      body: { id: this.session.roomId, watermark: false, noti: false },
    })
  }

  async watermarkIsOn() {
    const { watermark } = await this.json('GET', `/room/api/room/info/${this.session.roomId}`)
    return watermark
  }
}
