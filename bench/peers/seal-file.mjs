// The peer of `ingest` applies AES-256-GCM and SHA-256.
import { createReadStream } from 'node:fs'
import { secondsOf } from '../lib/figures.mjs'
import { seal } from '../lib/seal.mjs'

process.on('message', async ({ file, target }) => {
  process.send(await secondsOf(() => seal(createReadStream(file), target)))
})
