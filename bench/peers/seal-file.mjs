// Peer of `ingest`: a file of the disk through AES-256-GCM and SHA-256 to the disk, and nothing else.
import { createReadStream } from 'node:fs'
import { secondsOf } from '../lib/figures.mjs'
import { seal } from '../lib/seal.mjs'

process.on('message', async ({ file, target }) => {
  process.send(await secondsOf(() => seal(createReadStream(file), target)))
})
