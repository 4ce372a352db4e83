export interface RoomBeginning {
  readonly files: number
  readonly users: number
  readonly views: number
}

export const STEPS = ['upload', 'invite', 'check'] as const
export type GuideStep = (typeof STEPS)[number]

export const stepsTaken = ({ files, users, views }: RoomBeginning): readonly GuideStep[] => {
  const isTaken: Record<GuideStep, boolean> = {
    upload: files > 0,
    invite: users > 1,
    check: views > 0,
  }
  return STEPS.filter((step) => isTaken[step])
}
