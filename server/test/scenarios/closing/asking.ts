import type { TestApp, TestRoom } from '../../harness/test-app.ts'

export const reported = async (app: TestApp, room: TestRoom, kind: string) =>
  (await app.logged(room.roomId)).filter((each) => each === kind).length
