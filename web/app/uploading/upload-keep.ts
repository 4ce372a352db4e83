import { ROLE } from '../../../contract/core/limits.ts'
import type { SessionRecord } from '../../features/session/index.ts'
import { serverPorts, submissionPorts, UploadQueue } from '../../features/uploads/index.ts'
import type { AppContext } from '../app-context.ts'

type Member = Pick<SessionRecord, 'id' | 'roomId' | 'roleId'>

interface HeldUploads {
  readonly queue: UploadQueue
  /** `isLeft` discards the uploads after a logout. */
  close(isLeft: boolean): void
}

/** Uploads of an expired session wait for the same user only. */
interface UploadKeep {
  open(member: Member, onStored: () => void): HeldUploads
}

function createUploadKeep({ api, i18n }: AppContext): UploadKeep {
  let kept: { readonly member: Member; readonly queue: UploadQueue } | undefined
  let holder = () => {}

  const isOf = ({ id, roomId, roleId }: Member) =>
    kept?.member.id === id && kept.member.roomId === roomId && kept.member.roleId === roleId
  const drop = () => {
    kept?.queue.close()
    kept = undefined
  }
  return {
    open(member, onStored) {
      if (!isOf(member)) drop()
      const portsOf = member.roleId === ROLE.operator ? serverPorts : submissionPorts
      kept ??= {
        member,
        queue: new UploadQueue(
          portsOf(api, member, {
            language: () => i18n.spoken().language,
            onStored: () => holder(),
          }),
        ),
      }
      holder = onStored
      const { queue } = kept
      return {
        queue,
        close(isLeft) {
          if (holder !== onStored) return
          if (isLeft) drop()
          else queue.hold()
        },
      }
    },
  }
}

const keeps = new WeakMap<AppContext, UploadKeep>()

export function uploadKeepOf(app: AppContext): UploadKeep {
  const keep = keeps.get(app) ?? createUploadKeep(app)
  keeps.set(app, keep)
  return keep
}
