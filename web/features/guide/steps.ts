export interface RoomBeginning {
  readonly files: number
  /** The number includes operators. */
  readonly users: number
  readonly views: number
}

export const STEPS = ['upload', 'invite', 'check'] as const
export type GuideStep = (typeof STEPS)[number]

/** Files and members count for every operator, but views only for the current one. */
export const stepsTaken = ({ files, users, views }: RoomBeginning): readonly GuideStep[] => {
  const isTaken: Record<GuideStep, boolean> = { upload: files > 0, invite: users > 1, check: views > 0 }
  return STEPS.filter((step) => isTaken[step])
}
