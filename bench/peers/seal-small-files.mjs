// The peer of `small-files` encrypts, syncs, inserts one row.
import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { secondsOf } from '../lib/figures.mjs'
import { seal } from '../lib/seal.mjs'

process.on('message', async ({ file, folder, files, connection }) => {
  const client = new pg.Client({ ...connection, ssl: false })
  await client.connect()
  await client.query('create table if not exists plain_loop (name text primary key)')
  await client.query('truncate plain_loop')
  await mkdir(folder)
  const seconds = await secondsOf(async () => {
    for (let number = 0; number < files; number += 1) {
      const name = `${number}`
      await seal(createReadStream(file), join(folder, name))
      await client.query('insert into plain_loop (name) values ($1)', [name])
    }
  })
  await rm(folder, { recursive: true })
  await client.end()
  process.send(seconds)
})
