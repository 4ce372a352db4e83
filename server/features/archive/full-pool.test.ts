import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDiskBlobStore } from '../../platform/blob/disk-blob-store.ts'
import { connectDatabase, type Database } from '../../platform/db/connect.ts'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { filesBelow } from '../../test/harness/holdings.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import { byCode, order } from '../../test/scenarios/archives.ts'

let app: TestApp
let room: TestRoom
let narrow: Database
beforeAll(async () => {
  app = await startTestApp({ office: false })
  room = await app.room()
  await room.operator.upload([['계약서.pdf', makePdf(1)]])
  await app.stopJobs()
  narrow = await connectDatabase(app.connection, { log: app.log, poolSize: 1 })
})
afterAll(async () => {
  await narrow.close()
  await app.close()
})

/** As an object storage, its removal asks the database. */
async function askingBlobs() {
  const blobs = await openDiskBlobStore(app.dataDir, app.clock)
  const { remove } = blobs
  return Object.assign(blobs, {
    async remove(id: string) {
      await narrow.pool.query('select 1')
      await remove.call(blobs, id)
    },
  })
}

it.each([
  ['the measuring of its entries', 'before update on archive_entries'],
  ['its end', 'before insert on archive_entries'],
])(
  'an archive that fails within %s leaves no blob behind, on the last connection of a pool',
  async (_, moment) => {
    const ordered = await order(room.operator, byCode(room))
    const archiveId = (ordered.json.payload as { id: number }).id
    const jobs = await app.handlersOf({ database: narrow, blobs: await askingBlobs() })
    const prepare = jobs.find(({ name }) => name === 'archive.prepare')
    const run = () =>
      prepare?.run(
        { archiveId, roomId: room.roomId },
        { signal: new AbortController().signal, attempt: 1, lastAttempt: false },
      )
    const stored = async () =>
      (await filesBelow(path.join(app.dataDir, 'blobs'))).map((file) => path.basename(file)).sort()
    const before = await stored()
    await app.database.pool.query(
      `create function refuse() returns trigger language plpgsql as $$ begin
       if new.blob_id is not null then raise 'refused'; end if; return new; end $$`,
    )
    await app.database.pool.query(
      `create trigger refuse ${moment} for each row execute function refuse()`,
    )
    await expect(run()).rejects.toThrow('refused')
    const { rows } = await app.database.pool.query(
      'select blob_id from archive_entries where archive_id = $1 and blob_id is not null',
      [archiveId],
    )
    expect(await stored()).toEqual(
      [...before, ...rows.map(({ blob_id }: { blob_id: string }) => blob_id)].sort(),
    )
    await app.database.pool.query('drop function refuse cascade')
    await run()
  },
)
