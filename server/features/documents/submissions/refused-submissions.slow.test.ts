import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS, ROLE } from '../../../../contract/core/limits.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { appendTo, beginUpload, newUpload, uploadOf } from '../../../test/harness/tus.ts'
import type { WireAnswer } from '../../../test/harness/wire-client.ts'
import { PDF, waiting } from '../../../test/scenarios/documents/waiting.ts'
import { secondOperator } from '../../../test/scenarios/endings.ts'
import { grant, moveInto, newGroup } from '../../../test/scenarios/groups.ts'
import { publish, unpublish } from '../../../test/scenarios/publishing.ts'
import {
  type Dropping,
  roomWithDropFolder,
  setDropFolder,
  submit,
} from '../../../test/scenarios/submissions.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ notifyAfterMs: 0 })
})
afterAll(() => app.close())

describe('refused is what', () => {
  interface Refused {
    readonly what: string
    readonly prepare?: (dropping: Dropping) => Promise<unknown>
    readonly send?: (dropping: Dropping) => Promise<WireAnswer>
    readonly code: string
  }
  it.each<Refused>([
    {
      what: 'comes from a group without a drop folder',
      prepare: ({ room, folder, bidders }) => setDropFolder(room, folder, [bidders], false),
      code: 'NOT_OPERATOR',
    },
    {
      what: 'goes into another folder',
      send: async ({ operator, bidder }) =>
        submit(bidder.client, await operator.newFolder('다른 폴더'), 'a.pdf', PDF),
      code: 'NOT_FOUND',
    },
    {
      what: 'goes to the root',
      send: ({ bidder }) => submit(bidder.client, 0, 'a.pdf', PDF),
      code: 'NOT_FOUND',
    },
    {
      what: 'goes below the drop folder',
      send: async ({ operator, bidder, folder }) =>
        submit(bidder.client, await operator.newFolder('아래', folder), 'a.pdf', PDF),
      code: 'NOT_FOUND',
    },
    {
      what: 'goes where the group sees nothing',
      prepare: ({ room, folder, bidders }) =>
        grant(room, { groupId: bidders, itemId: folder, level: 'none' }),
      code: 'NOT_FOUND',
    },
    {
      what: 'goes where the group sees only the way to something',
      async prepare({ room, operator, folder, bidders }) {
        const inside = await operator.newFolder('보이는 폴더', folder)
        await grant(
          room,
          { groupId: bidders, itemId: folder, level: 'none' },
          { groupId: bidders, itemId: inside, level: 'view' },
        )
      },
      code: 'NOT_FOUND',
    },
    {
      what: 'goes into a staged folder',
      prepare: ({ room, folder }) => unpublish(room, [folder]),
      code: 'NOT_FOUND',
    },
    {
      what: 'goes into the trash',
      prepare: ({ operator, folder }) => operator.deleteItem(folder),
      code: 'NOT_FOUND',
    },
    {
      what: 'comes from who is in another group now',
      prepare: async ({ room, bidder }) =>
        moveInto(room, await newGroup(room, '자문사', 'view'), [bidder]),
      code: 'NOT_OPERATOR',
    },
    ...(['relativePath', 'conflict', 'staged', 'threadId'] as const).map((field) => ({
      what: `asks for ${field}`,
      send: ({ bidder, folder }: Dropping) => {
        const values = {
          relativePath: '폴더/a.pdf',
          conflict: 'replace',
          staged: 'false',
          threadId: crypto.randomUUID(),
        }
        return submit(bidder.client, folder, 'a.pdf', PDF, { [field]: values[field] })
      },
      code: 'BAD_REQUEST',
    })),
    {
      what: 'is sent in one form, as operators may',
      send: ({ bidder, folder }) => bidder.client.upload([['a.pdf', PDF]], folder),
      code: 'NOT_OPERATOR',
    },
    {
      what: 'is a folder',
      send: ({ bidder, folder }) => bidder.client.makeFolder('폴더', folder),
      code: 'NOT_OPERATOR',
    },
    {
      what: 'has another content than its name says',
      send: ({ bidder, folder }) => submit(bidder.client, folder, 'a.png', PDF),
      code: 'TYPE_REFUSED',
    },
  ])('$what', async ({ prepare, send, code }) => {
    const dropping = await roomWithDropFolder(app)
    await prepare?.(dropping)
    const answer = await (send?.(dropping) ??
      submit(dropping.bidder.client, dropping.folder, 'a.pdf', PDF))
    const shown = answer.json.code ?? answer.headers.get('sealroom-error')
    expect({ http: answer.http >= 400, code: shown }).toEqual({ http: true, code })
    expect((await waiting(dropping)).filter(({ path }) => path.endsWith('.pdf'))).toEqual([])
    expect(await app.logged(dropping.room.roomId)).not.toContain('document.submitted')
  })

  it('was begun before the folder took nothing from the group any more', async () => {
    const dropping = await roomWithDropFolder(app)
    const { room, operator, bidder, bidders, folder } = dropping
    const other = await operator.newFolder('다른 제출 폴더')
    const upload = await newUpload(bidder.client, {
      name: 'a.pdf',
      size: PDF.length,
      parent: folder,
    })
    await setDropFolder(room, folder, [bidders], false)
    expect((await appendTo(bidder.client, upload, 0, PDF)).json.code).toBe('NOT_OPERATOR')
    await setDropFolder(room, other, [bidders])
    expect((await appendTo(bidder.client, upload, 0, PDF)).json.code).toBe('NOT_FOUND')
    expect(await waiting(dropping)).toEqual([])
    await setDropFolder(room, folder, [bidders])
    expect((await appendTo(bidder.client, upload, 0, PDF)).http).toBe(204)
    expect(await waiting(dropping)).toHaveLength(1)
  })

  it('is more than a group may leave waiting, until operators publish', async () => {
    const dropping = await roomWithDropFolder(app)
    const { room, operator, bidder, rival, folder } = dropping
    await submit(bidder.client, folder, '큰.pdf', PDF)
    const [item] = await waiting(dropping)
    const { pool } = app.database
    await pool.query('update submissions set size = $1 where item_id = $2', [
      LIMITS.roomStorageBytes / 8 - PDF.length,
      item?.id,
    ])
    const begun = await beginUpload(bidder.client, {
      name: '둘.pdf',
      size: PDF.length,
      parent: folder,
    })
    expect(begun.http).toBe(201)
    expect((await submit(bidder.client, folder, '셋.pdf', PDF)).json.code).toBe('SUBMISSIONS_FULL')
    expect((await appendTo(bidder.client, uploadOf(begun), 0, PDF)).http).toBe(204)
    expect((await submit(bidder.client, folder, '셋.pdf', PDF)).json.code).toBe('SUBMISSIONS_FULL')
    expect((await submit(rival.client, folder, '넷.pdf', PDF)).http).toBe(204)
    await operator.deleteItem(item?.id ?? 0)
    expect((await submit(bidder.client, folder, '셋.pdf', PDF)).http).toBe(204)
    await operator.restoreItem(item?.id ?? 0)
    expect((await submit(bidder.client, folder, '다섯.pdf', PDF)).json.code).toBe(
      'SUBMISSIONS_FULL',
    )
    await publish(room, [item?.id ?? 0])
    expect((await submit(bidder.client, folder, '다섯.pdf', PDF)).http).toBe(204)
  })

  it('would measure what others have: storage that runs short closes the folder at one size for all', async () => {
    const { room, operator, bidder, rival, folder } = await roomWithDropFolder(app)
    const { pool } = app.database
    const eighth = LIMITS.roomStorageBytes / 8
    await pool.query('update rooms set storage_used = storage_limit - $2 where id = $1', [
      room.roomId,
      eighth + PDF.length,
    ])
    const begin = (size: number) =>
      beginUpload(bidder.client, { name: `${size}.pdf`, size, parent: folder })
    const sizes = [1_000, 1_000_000, 100_000_000]
    for (const size of sizes) expect((await begin(size)).http).toBe(201)
    await submit(rival.client, folder, 'a.pdf', makePdf(2))
    expect((await beginUpload(operator, { name: 'b.pdf', size: 1_000 })).http).toBe(201)
    for (const size of sizes) expect((await begin(size)).json.code).toBe('SUBMISSIONS_FULL')
  })

  it('began as an operator, who is none any more: a new version, and an answer to a request', async () => {
    const dropping = await roomWithDropFolder(app)
    const { room, operator, bidder, bidders, folder } = dropping
    const notice = await operator.put('공고.pdf', makePdf(3), folder)
    const second = await secondOperator(app, room)
    const upload = await newUpload(second.client, {
      name: '공고.pdf',
      size: PDF.length,
      parent: folder,
      conflict: 'replace',
    })
    await room.operator.setRole(second.memberId, ROLE.participant)
    await moveInto(room, bidders, [second])
    expect((await appendTo(second.client, upload, 0, PDF)).json.code).toBe('BAD_REQUEST')
    expect((await operator.items(folder)).find(({ id }) => id === notice)).not.toHaveProperty(
      'waits',
    )
    expect(await waiting(dropping)).toEqual([])
    expect((await submit(bidder.client, folder, '공고.pdf', PDF)).http).toBe(204)
  })

  it('a process would publish that does not know submissions', async () => {
    const { room, folder, bidders } = await roomWithDropFolder(app)
    const { pool } = app.database
    await setDropFolder(room, folder, [bidders], false)
    await pool.query('delete from rules_in_use where rule = 4')
    await pool.query(
      "insert into processes (id, release, enforces) values (gen_random_uuid(), '0.0.4', 3)",
    )
    expect(await setDropFolder(room, folder, [bidders])).toMatchObject({
      http: 409,
      json: { code: 'UPGRADE_RUNNING' },
    })
    await pool.query("delete from processes where release = '0.0.4'")
    expect((await setDropFolder(room, folder, [bidders])).http).toBe(200)
  })
})
