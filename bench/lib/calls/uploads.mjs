import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { request } from 'node:http'
import { basename } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { Connection } from './connection.mjs'

const BOUNDARY = 'sealroom-bench'
const UPLOAD = '/room/api/file/upload'

const field = (name, value) =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

export class Uploads extends Connection {
  uploadFields() {
    const { id, roomId } = this.session
    return { id, parent: 0, roomId, typeId: 4 }
  }

  async uploadFile(file) {
    const head = `content-disposition: form-data; name="file"; filename="${basename(file)}"\r\ncontent-type: application/pdf`
    const before = `${Object.entries(this.uploadFields())
      .map(([name, value]) => field(name, value))
      .join('')}--${BOUNDARY}\r\n${head}\r\n\r\n`
    const headers = {
      ...this.credential(),
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    }
    const answer = await sendFile(`${this.base}/api${UPLOAD}`, file, {
      headers,
      before,
      after: `\r\n--${BOUNDARY}--\r\n`,
    })
    const { payload, rejected } = JSON.parse(answer)
    if (rejected?.length > 0 || payload?.length !== 1)
      throw new Error(`the upload was refused: ${answer}`)
    return payload[0].id
  }

  async uploadResumable(file, pieceBytes) {
    const { size } = await stat(file)
    const common = { ...this.credential(), 'tus-resumable': '1.0.0' }
    const metadata = Object.entries({ name: basename(file), parent: '0' }).map(
      ([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`,
    )
    const headers = {
      ...common,
      'upload-length': String(size),
      'upload-metadata': metadata.join(','),
    }
    const begun = await fetch(`${this.base}/api/room/api/file/tus`, { method: 'POST', headers })
    if (begun.status !== 201)
      throw new Error(`the upload was refused: ${begun.status} ${await begun.text()}`)
    let item
    for (let start = 0; start < size; start += pieceBytes) {
      const end = Math.min(size, start + pieceBytes)
      const head = {
        ...common,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': start,
        'content-length': end - start,
      }
      const piece = request(`${this.base}${begun.headers.get('location')}`, {
        method: 'PATCH',
        agent: false,
        headers: head,
      })
      const answered = once(piece, 'response')
      await pipeline(
        createReadStream(file, { start, end: end - 1, highWaterMark: 256 * 1024 }),
        piece,
      )
      const [response] = await answered
      if (response.statusCode !== 204)
        throw new Error(`a piece was refused: ${response.statusCode} ${await text(response)}`)
      response.resume()
      item = response.headers['sealroom-item']
    }
    return Number(item)
  }

  async uploadMany(names, content) {
    const form = new FormData()
    for (const [name, value] of Object.entries(this.uploadFields())) form.set(name, String(value))
    for (const name of names) form.append('file', new Blob([content]), name)
    const stored = await this.json('POST', UPLOAD, { form })
    if (stored.length !== names.length)
      throw new Error(`${stored.length} of ${names.length} files were stored`)
  }

  async makeFolders(paths) {
    const { id, roomId } = this.session
    return this.json('POST', '/room/api/file/folders', { body: { id, roomId, parent: 0, paths } })
  }
}

/** @throws unless the status is 200 */
export async function sendFile(url, file, { headers = {}, before = '', after = '' } = {}) {
  const { size } = await stat(file)
  const length = size + Buffer.byteLength(before) + Buffer.byteLength(after)
  const outgoing = request(url, {
    method: 'POST',
    agent: false,
    headers: { ...headers, 'content-length': length },
  })
  const answer = new Promise((resolve, reject) => {
    outgoing.once('error', reject)
    outgoing.once('response', (response) => {
      text(response).then(
        (said) =>
          response.statusCode === 200
            ? resolve(said)
            : reject(new Error(`${response.statusCode} ${said}`)),
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
