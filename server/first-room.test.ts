import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenRoomRequest } from './features/members/index.ts'
import { makeFirstRoom } from './first-room.ts'
import { readSettings } from './platform/config/settings.ts'

describe('the first room', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'first-room-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  async function requestOf(
    environment: Readonly<Record<string, string>>,
  ): Promise<OpenRoomRequest> {
    const asked: OpenRoomRequest[] = []
    const settings = readSettings({ ...environment, DATA_DIR: folder })
    const open = async (
      request: OpenRoomRequest,
      report: (room: {
        roomId: number
        roomNo: string
        pin: string
        code: string
      }) => Promise<void>,
    ) => {
      asked.push(request)
      await report({ roomId: 1, roomNo: '2611-0001', pin: '1234567890123456', code: 'ABCDEFGHJ' })
    }
    await makeFirstRoom(open, settings, { isTerminal: false, say: () => undefined })
    const [request, ...more] = asked
    if (!request || more.length > 0) throw new Error('not one room was asked for')
    return request
  }

  const GIVEN = {
    FIRST_ROOM_NAME: '한빛테크 인수 실사',
    FIRST_OPERATOR_NAME: '김해온',
    FIRST_OPERATOR_EMAIL: 'haeon@hanbit.example',
  }

  it('has the names of the settings, and the first visit asks for none of them', async () => {
    const names = {
      name: '한빛테크 인수 실사',
      operatorName: '김해온',
      operatorEmail: 'haeon@hanbit.example',
    }
    expect(await requestOf(GIVEN)).toEqual({ ...names, setupPending: false })
  })

  it('has its first visit ask for what no setting gives', async () => {
    expect(await requestOf({})).toEqual({
      name: '첫 데이터룸',
      operatorName: '운영자',
      operatorEmail: 'operator@localhost',
      setupPending: true,
    })
    for (const missing of Object.keys(GIVEN))
      expect(await requestOf({ ...GIVEN, [missing]: '' })).toMatchObject({ setupPending: true })
  })
})
