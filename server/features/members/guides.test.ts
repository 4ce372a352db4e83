import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import { WireClient } from '../../test/harness/wire-client.ts'

const PATH = '/room/api/room/guides'

const closedBy = async (client: WireClient) => (await client.call('GET', PATH)).json.payload
const close = (client: WireClient, card: unknown) =>
  client.call('POST', `${PATH}/close`, { body: { card } })

describe('closed guides', () => {
  let app: TestApp
  let room: TestRoom
  beforeAll(async () => {
    app = await startTestApp()
    room = await app.room()
  })
  afterAll(() => app.close())

  it('are remembered with the person, in every browser, and with nobody else', async () => {
    const one = await app.participant(room)
    const two = await app.participant(room)
    expect(await closedBy(one.client)).toEqual([])
    expect((await close(one.client, 'viewing')).json).toEqual({ status: 'OK', payload: null })
    const elsewhere = new WireClient(app.base)
    await elsewhere.join(one.pin)
    await elsewhere.agree()
    expect(await closedBy(elsewhere)).toEqual(['viewing'])
    expect(await closedBy(two.client)).toEqual([])
    expect(await closedBy(room.operator)).toEqual([])
  })

  it('are closed one by one and each once, also by several calls at once', async () => {
    const { client } = await app.participant(room)
    await Promise.all(Array.from({ length: 6 }, () => close(client, 'uploadFiles')))
    expect(await closedBy(client)).toEqual(['uploadFiles'])
    await close(client, 'uploadRoom')
    expect(await closedBy(client)).toEqual(['uploadFiles', 'uploadRoom'])
  })

  it('are not recorded in the audit log, and an unknown card is refused', async () => {
    const { client, memberId } = await app.participant(room)
    const logged = await app.logged(room.roomId)
    await close(client, 'viewing')
    for (const card of ['manual', '', 1, null, ['viewing'], undefined])
      expect((await close(client, card)).http).toBe(400)
    expect(
      (await client.call('POST', `${PATH}/close`, { body: { card: 'viewing', id: memberId } }))
        .http,
    ).toBe(400)
    expect(await app.logged(room.roomId)).toEqual(logged)
    expect(await closedBy(client)).toEqual(['viewing'])
  })

  it('cannot be closed for a person by an operator who views the room as that person', async () => {
    const { client, memberId } = await app.participant(room)
    const opened = (await room.operator.viewAs(memberId)).json.payload as WireClient['me']
    const view = Object.assign(new WireClient(app.base), { session: opened })
    expect((await close(view, 'viewing')).http).toBe(403)
    expect((await view.call('GET', PATH)).http).toBe(403)
    expect(await closedBy(client)).toEqual([])
    expect(await closedBy(room.operator)).toEqual([])
  })

  it('that another version of the program knew are left out', async () => {
    const { client, memberId } = await app.participant(room)
    await app.database.pool.query(
      `update members set guides_closed = '{tour,viewing}' where id = $1`,
      [memberId],
    )
    expect(await closedBy(client)).toEqual(['viewing'])
  })
})
