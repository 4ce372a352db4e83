import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isWholeArchive } from '../../../../contract/proof/verify-archive.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import type { WireClient } from '../../../test/harness/wire-client.ts'
import { archived, byCode, verdictOf } from '../../../test/scenarios/archives.ts'
import {
  listedPaths,
  made,
  roomWithBidder,
  withoutNumbers,
} from '../../../test/scenarios/disclosures.ts'
import { grant, newGroup } from '../../../test/scenarios/groups.ts'
import { publish, unpublish } from '../../../test/scenarios/publishing.ts'

vi.setConfig({ testTimeout: 600_000 })

const pdf = (pages: number) => makePdf(pages)
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ office: false })
})
afterAll(() => app.close())

describe('disclosure records', () => {
  it('says afterwards what a group could see at any moment, whatever was done since', async () => {
    const acts = [
      ...([
        'upload',
        'replace',
        'rename',
        'move',
        'hide',
        'show',
        'stage',
        'publish',
        'delete',
        'restore',
      ] as const),
      ...(['move folder', 'delete folder', 'restore folder', 'copy'] as const),
    ]
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ act: fc.constantFrom(...acts), nth: fc.nat(20) }), {
          minLength: 4,
          maxLength: 8,
        }),
        async (steps) => {
          const { operator, client, room, groupId } = await roomWithBidder(app)
          const folders = [await operator.newFolder('가'), await operator.newFolder('나')]
          const files = [
            await operator.put('1.pdf', pdf(1), folders[0]),
            await operator.put('2.pdf', pdf(2), folders[1]),
          ]
          await operator.upload([['1.pdf', pdf(3)]], folders[0], 'replace')
          const then: { readonly at: string; readonly items: object }[] = []
          for (const [turn, { act, nth }] of steps.entries()) {
            await change({ operator, room, groupId, folders, files }, act, nth, turn)
            const { record, content } = await made(operator, groupId)
            expect(content.items.map(({ path }) => path.join('/')).sort()).toEqual(
              (await listedPaths(client)).sort(),
            )
            then.push({ at: record.at, items: withoutNumbers(content) })
          }
          for (const { at, items } of then) {
            const { content } = await made(operator, groupId, at)
            expect(content.isPast).toBe(true)
            expect(withoutNumbers(content)).toEqual(items)
          }
        },
      ),
      { numRuns: 12 },
    )
  })

  interface Changing {
    readonly operator: WireClient
    readonly room: TestRoom
    readonly groupId: number
    readonly folders: readonly number[]
    readonly files: number[]
  }

  async function change(
    { operator, room, groupId, folders, files }: Changing,
    act: string,
    nth: number,
    turn: number,
  ): Promise<void> {
    const file = files[nth % files.length] ?? 0
    const folder = folders[nth % folders.length] ?? 0
    const itemId = nth % 3 === 0 ? folder : file
    if (act === 'upload') {
      const { json } = await operator.upload([[`${turn}-${nth}.pdf`, pdf(1)]], folder)
      if (json.status === 'OK') files.push((json.payload as { id: number }[])[0]?.id ?? 0)
    }
    if (act === 'replace') await operator.restoreVersion(file, 1)
    if (act === 'rename') await operator.renameItem(file, `이름 ${turn}.pdf`)
    if (act === 'move') await operator.moveItem(file, folder)
    if (act === 'hide') await grant(room, { groupId, itemId, level: 'none' })
    if (act === 'show') await grant(room, { groupId, itemId, level: 'download' })
    if (act === 'stage') await unpublish(room, [itemId])
    if (act === 'publish') await publish(room, [itemId])
    if (act === 'delete') await operator.deleteItem(file)
    if (act === 'restore') await operator.restoreItem(file)
    if (act === 'move folder')
      await operator.moveItem(folder, folders[(nth + 1) % folders.length] ?? 0)
    if (act === 'delete folder') await operator.deleteItem(folder)
    if (act === 'restore folder') await operator.restoreItem(folder)
    if (act === 'copy') await operator.copyItem(itemId, `사본 ${turn}.pdf`, 0)
  }

  it('goes into the archives of its group and of the room, and into no other', async () => {
    const { operator, reader, room, groupId } = await roomWithBidder(app)
    const others = await newGroup(room, '매수인 을', 'view')
    await operator.put('정관.pdf', pdf(1))
    const { bytes } = await made(operator, groupId)
    const inArchive = async (fields: object): Promise<readonly Buffer[]> => {
      const held = await archived(operator, { ...byCode(room), ...fields })
      expect(isWholeArchive(await verdictOf(held))).toBe(true)
      return [...held].flatMap(([name, content]) =>
        name.startsWith('disclosure/') ? [content] : [],
      )
    }
    expect((await inArchive({ groupId })).map(sha256)).toEqual([sha256(bytes)])
    expect((await inArchive({})).map(sha256)).toEqual([sha256(bytes)])
    expect(await inArchive({ groupId: others })).toEqual([])
    expect(
      [...(await archived(reader.client)).keys()].filter((name) => name.startsWith('disclosure/')),
    ).toEqual([])
  })
})
