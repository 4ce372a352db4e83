import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { filesBelow } from '../../../test/harness/holdings.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('what lies on the disk', () => {
  it('holds no readable content and no readable name', async () => {
    const canary = `CANARY${randomBytes(12).toString('hex')}`
    const room = await app.room()
    const client = room.operator
    await client.upload([[`${canary}.pdf`, makePdf(2, canary)]])
    const [item] = await client.items()
    const lease = await client.openDocument(item!.id)
    expect((await client.fetch('GET', `/room/api/file/view/${lease.name}/pages/1`)).status).toBe(
      200,
    )
    const needle = Buffer.from(canary)
    const files = [...(await filesBelow(app.dataDir)), ...(await filesBelow(app.keyDir))]
    expect(files.length).toBeGreaterThan(3)
    for (const file of files) {
      expect(path.basename(file)).not.toContain(canary)
      expect((await fs.readFile(file)).includes(needle), file).toBe(false)
    }
    expect(app.log.text()).not.toContain(canary)
    const { rows: columns } = await app.database.pool.query(
      `select table_name as t, column_name as c from information_schema.columns where table_schema = 'public' and table_name in
       (select tablename from pg_tables where schemaname = 'public')`,
    )
    const places: string[] = []
    for (const { t, c } of columns) {
      const { rowCount } = await app.database.pool.query(
        `select 1 from "${t}" where position($1 in "${c}"::text) > 0 or position(encode($1::bytea, 'hex') in "${c}"::text) > 0 limit 1`,
        [canary],
      )
      if (rowCount) places.push(`${t}.${c}`)
    }
    expect(places.sort()).toEqual(['items.name'])
  })
})
