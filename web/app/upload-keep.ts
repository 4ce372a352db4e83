import type { SessionRecord } from '../features/session/index.ts'
import { serverPorts, UploadQueue } from '../features/uploads/index.ts'
import type { House } from './house.ts'

type Member = Pick<SessionRecord, 'id' | 'roomId'>

/** What a session works with. */
interface HeldUploads {
  readonly queue: UploadQueue
  /** The session is over; `isLeft`: its person has left, and wants them no more. */
  close(isLeft: boolean): void
}

/** The uploads of whoever works in this tab. Those of a session that ended by itself wait for its person, and for nobody else. */
interface UploadKeep {
  open(member: Member, onStored: () => void): HeldUploads
}

function createUploadKeep({ api, i18n }: House): UploadKeep {
  let kept: { readonly member: Member; readonly queue: UploadQueue } | undefined
  /** Hears of what has arrived, in the session that has them now. */
  let holder = () => {}

  const isOf = ({ id, roomId }: Member) => kept?.member.id === id && kept.member.roomId === roomId
  const drop = () => {
    kept?.queue.close()
    kept = undefined
  }
  return {
    open(member, onStored) {
      if (!isOf(member)) drop()
      kept ??= {
        member,
        queue: new UploadQueue(serverPorts(api, member, { language: () => i18n.spoken().language, onStored: () => holder() })),
      }
      holder = onStored
      const { queue } = kept
      return {
        queue,
        close(isLeft) {
          // The next session may have them already.
          if (holder !== onStored) return
          if (isLeft) drop()
          else queue.hold()
        },
      }
    },
  }
}

const keeps = new WeakMap<House, UploadKeep>()

/** The keep of a page; it comes with the screens of a session, since the entrance loads none of it. */
export function uploadKeepOf(house: House): UploadKeep {
  const keep = keeps.get(house) ?? createUploadKeep(house)
  keeps.set(house, keep)
  return keep
}
