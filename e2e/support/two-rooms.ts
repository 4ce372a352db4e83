import type { Rooms } from '../../server/test/harness/open-rooms.ts'
import { enterAsOperator } from '../../server/test/harness/server-process.ts'
import type { WireClient } from '../../server/test/harness/wire-client.ts'
import type { Mailbox } from './mailbox.ts'

let advisers = 0

interface RoomOfAdviser {
  readonly operator: WireClient
  readonly pin: string
  readonly link: string
}

interface TwoRooms {
  /** Equal addresses would find each other's rooms. */
  readonly adviser: string
  readonly first: RoomOfAdviser
  readonly second: RoomOfAdviser
}

export async function twoRooms(
  url: string,
  { rooms, mailbox }: { readonly rooms: Rooms; readonly mailbox: Mailbox },
): Promise<TwoRooms> {
  advisers += 1
  const adviser = `adviser${advisers}@deals.example`
  const open = async (name: string): Promise<RoomOfAdviser> => {
    const operator = await enterAsOperator(url, await rooms.make(name))
    const [word = ''] = name
    const folder = await operator.newFolder(`${word} 폴더`)
    await operator.makeFolder(`${word} 하위`, folder)
    await operator.invite([{ name: '박자문', email: adviser }])
    return {
      operator,
      pin: await mailbox.pinFor(adviser),
      link: `/?folder=${folder}&room=${operator.me.roomNo}`,
    }
  }
  return { adviser, first: await open('갑 인수'), second: await open('을 매각') }
}
