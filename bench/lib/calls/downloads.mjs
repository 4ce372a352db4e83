import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { request } from 'node:http'
import { availableParallelism } from 'node:os'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { Uploads } from './uploads.mjs'

export class Downloads extends Uploads {
  async begin(filename) {
    const outgoing = request(`${this.base}/api/room/api/file/${filename}`, {
      agent: false,
      headers: this.credential(),
    })
    outgoing.end()
    const [response] = await once(outgoing, 'response')
    if (response.statusCode !== 200)
      throw new Error(`download: ${response.statusCode} ${await text(response)}`)
    return response
  }

  async prepareArchive(code) {
    const { roomId } = this.session
    const { id } = await this.json('POST', '/room/api/archive', {
      body: { roomId, scope: 'room', code, protection: null },
    })
    for (;;) {
      const item = (await this.json('GET', `/room/api/archive/list/${roomId}`)).find(
        (one) => one.id === id,
      )
      if (item.state === 'READY') return item
      if (item.state === 'FAILED') throw new Error(`the archive failed: ${item.reason}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  async fetchArchive(id, file) {
    const { url } = await this.json('POST', '/room/api/file/ticket', {
      body: { fileIds: [id], kind: 'archive' },
    })
    const outgoing = request(`${this.base}/api${url}`, { agent: false })
    outgoing.end()
    const [response] = await once(outgoing, 'response')
    if (response.statusCode !== 200)
      throw new Error(`archive: ${response.statusCode} ${await text(response)}`)
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
    const body = JSON.stringify({ fileIds: [id], id: this.session.id, roomId: this.session.roomId })
    const headers = {
      ...this.credential(),
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    const outgoing = request(`${this.base}/api/room/api/file/zip`, {
      method: 'POST',
      agent: false,
      headers,
    })
    outgoing.end(body)
    const [response] = await once(outgoing, 'response')
    if (response.statusCode !== 200)
      throw new Error(`zip: ${response.statusCode} ${await text(response)}`)
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
    const { url, prepare } = await this.json('POST', '/room/api/file/ticket', {
      body: { fileIds: [id], kind: 'download' },
    })
    if (prepare !== undefined) {
      const lines = await (
        await this.fetch('POST', '/room/api/file/ticket/prepare', { body: { ticket: prepare } })
      ).text()
      const { state, ...beside } = JSON.parse(lines.trim().split('\n').at(-1))
      if (state !== 'ready')
        throw new Error(`the download was not prepared: ${JSON.stringify(beside)}`)
    }
    const ready = (performance.now() - started) / 1000
    const outgoing = request(`${this.base}/api${url}`, { agent: false })
    outgoing.end()
    const [response] = await once(outgoing, 'response')
    if (response.statusCode !== 200)
      throw new Error(`download: ${response.statusCode} ${await text(response)}`)
    let bytes = 0
    for await (const piece of response) bytes += piece.length
    return { bytes, ready }
  }

  /** @throws if the document cannot be viewed */
  async open(id) {
    const lease = await this.json('GET', `/room/api/file/prepareFile/${id}`)
    if (lease.status !== 'READY') throw new Error(`document ${id} is ${lease.status}`)
    return lease
  }

  async manifest({ name }) {
    return this.json('GET', `/room/api/file/view/${name}`)
  }

  async page({ name }, page, width) {
    return (
      await this.fetch('GET', `/room/api/file/view/${name}/pages/${page}?width=${width}`)
    ).arrayBuffer()
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
    await this.json('GET', `/room/api/file/removeTempFile/${name}`)
  }
}
