import { formatSize } from '../../core/format-size.ts'
import { LIMITS } from '../../core/limits.ts'
import type { ActivityDetails } from '../activity.ts'

export const PROGRAM_SENTENCES = {
  'room.limits': ({ storage, users }: ActivityDetails<'room.limits'>) => [
    `한도 변경: 저장 공간 ${formatSize(storage)}, 인원 ${users === LIMITS.usersUnlimited ? '제한 없음' : `${users}명`}`,
    `Changed limits: storage ${formatSize(storage)}, people ${users === LIMITS.usersUnlimited ? 'unlimited' : String(users)}`,
  ],
} as const satisfies Record<'room.limits', (details: ActivityDetails<'room.limits'>) => readonly [string, string]>
