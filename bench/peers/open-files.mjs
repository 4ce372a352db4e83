// The peer of `zip` decrypts AES-256-GCM streams and computes CRC-32, to a pipe or over HTTP.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { secondsOf } from '../lib/figures.mjs'

const TAG_SIZE = 16
const key = randomBytes(32)
const files = []

function nonceOf(index) {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(index)
  return nonce
}

async function prepare({ source, count, folder }) {
  await mkdir(folder)
  const content = await readFile(source)
  for (let index = 0; index < count; index += 1) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index))
    const file = join(folder, String(index))
    await writeFile(
      file,
      Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]),
    )
    files.push(file)
  }
}

async function openAll(into) {
  for (const [index, file] of files.entries()) {
    const sealed = await readFile(file)
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index))
    decipher.setAuthTag(sealed.subarray(-TAG_SIZE))
    const content = decipher.update(sealed.subarray(0, -TAG_SIZE))
    decipher.final()
    crc32(content)
    if (!into.write(content)) await once(into, 'drain')
  }
}

async function listen() {
  const server = createServer((_, response) => void openAll(response).then(() => response.end()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server.address().port
}

process.on('message', async (message) => {
  if (message.source !== undefined) process.send(await prepare(message).then(() => 'prepared'))
  else if (message.isServer) process.send(await listen())
  else process.send(await secondsOf(() => openAll(process.stdout)))
})
