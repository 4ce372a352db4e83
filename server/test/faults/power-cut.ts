import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { filesBelow } from '../harness/holdings.ts'
import { appendTo, newUpload } from '../harness/tus.ts'
import { makeFiller } from '../harness/upload-stream.ts'
import type { WireClient } from '../harness/wire-client.ts'
import { momentsIn, recordCalls, type SystemCall } from '../servers/system-calls.ts'
import { DiskModel, LOSSES } from './disk-model.ts'
import { type Ledger, sentFile, unlessBroken } from './ledger.ts'
import { openPlace } from './place.ts'

const SIZES = [3_000, 60_000, 1_500_000, 400_000]
const PIECE = 700_000

export interface PowerCut {
  readonly points: number
  readonly blobs: number
  readonly violations: readonly string[]
}

/** The power fails after each call; a server starts on the last remains. @param build other than the project's */
export async function cutPower(build?: string): Promise<PowerCut> {
  const place = await openPlace({ build })
  try {
    const web = await place.start({ ROLES: 'web' })
    const operator = await place.enter(web.url)
    const record = path.join(place.home.dataDir, '..', 'calls')
    const recording = await recordCalls(web.pid, record)
    await uploadMuch(operator, place.ledger)
    const broken = uploadMuch(operator, place.ledger, 'zuletzt ')
    setTimeout(() => web.signal('SIGKILL'), 100)
    await Promise.all([web.ended(), broken])
    await recording.detach()

    const { disk, points, known, lost } = replay(readFileSync(record, 'latin1'), place.home.dataDir)
    const { rows } = await place.pool.query<{ blob_id: string }>(
      'select distinct blob_id from file_segments',
    )
    const unseen = rows
      .filter(({ blob_id }) => !known.has(blob_id))
      .map(({ blob_id }) => `the commit of ${blob_id} was not recorded`)
    await leave(disk, place.home.dataDir)
    await place.worker({ LOG_LEVEL: 'silent' })
    await place.start({ ROLES: 'web', LOG_LEVEL: 'silent' })
    const violations = [...lost, ...unseen, ...(await place.violations(operator))]
    return { points, blobs: known.size, violations }
  } finally {
    await place.close()
  }
}

async function uploadMuch(operator: WireClient, ledger: Ledger, prefix = ''): Promise<void> {
  const upload = async (number: number): Promise<void> => {
    const sent = SIZES.map(
      (size, index) =>
        [
          `${prefix}${number}-${index}.pdf`,
          new Uint8Array(makeFiller(`${number}-${index}`, size)),
        ] as const,
    )
    const files = sent.map(([name, bytes]) => sentFile(name, bytes))
    ledger.note(files, await unlessBroken(operator.upload(sent)))
  }
  const resume = async (): Promise<void> => {
    const name = `${prefix}stückweise.pdf`
    const bytes = makeFiller(name, 3 * PIECE)
    const token = await newUpload(operator, { name, size: bytes.length }).catch(() => undefined)
    for (let at = 0; at < bytes.length && token !== undefined; at += PIECE) {
      const answer = await unlessBroken(
        appendTo(operator, token, at, bytes.subarray(at, at + PIECE)),
      )
      if (at + PIECE >= bytes.length || answer === undefined)
        ledger.note([sentFile(name, bytes)], answer)
      if (answer?.http !== 204) return
    }
  }
  await Promise.all([upload(1), upload(2), resume()])
}

const isToSocket = ({ name, path: to }: SystemCall): boolean =>
  /^(write|writev|sendmsg)$/.test(name) && to.startsWith('socket:')
const BLOB_ID = /\b[0-9a-f]{32}\b/g

/** After the commit, blobs must be complete. */
function replay(record: string, dataDir: string) {
  const disk = new DiskModel(dataDir)
  const fileOf = (id: string): string => path.join(dataDir, 'blobs', id.slice(0, 2), id)
  const named = new Map<number, Set<string>>()
  const freed = new Map<number, Set<string>>()
  const known = new Map<string, Buffer>()
  const lost = new Set<string>()
  let points = 0
  for (const moment of momentsIn(record)) {
    const { phase, call } = moment
    if (!isToSocket(call)) disk.apply(moment)
    else if (phase === 'begins' && call.fd !== undefined) {
      const said = Buffer.concat(call.strings).toString('latin1')
      const ids = named.get(call.fd) ?? new Set()
      // Statements about freed blobs run outside transactions, too, and name what may go.
      if (!said.includes('"freed_blobs"'))
        for (const [id] of said.matchAll(BLOB_ID)) if (disk.knows(fileOf(id))) ids.add(id)
      named.set(call.fd, ids)
      // Merged pieces of an upload may go from their commit on.
      const gone = freed.get(call.fd) ?? new Set()
      if (said.includes('insert into "freed_blobs"'))
        for (const [id] of said.matchAll(BLOB_ID)) gone.add(id)
      freed.set(call.fd, gone)
      if (!/\bcommit\0/i.test(said)) continue
      for (const id of ids) known.set(id, disk.now(fileOf(id)) ?? Buffer.alloc(0))
      for (const id of gone) known.delete(id)
      named.delete(call.fd)
      freed.delete(call.fd)
    }
    points += 1
    for (const [id, bytes] of known)
      for (const loss of LOSSES)
        if (!disk.left(fileOf(id), loss)?.equals(bytes))
          lost.add(`a committed document loses ${id} where the disk keeps ${loss}`)
  }
  return { disk, points, known, lost }
}

async function leave(disk: DiskModel, dataDir: string): Promise<void> {
  for (const file of await filesBelow(path.join(dataDir, 'blobs'))) {
    if (!disk.knows(file)) continue
    const left = disk.left(file, LOSSES[0])
    if (left === undefined) rmSync(file)
    else writeFileSync(file, left)
  }
}
