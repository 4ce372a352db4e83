/** What the first steps are told by. */
export interface RoomBeginning {
  readonly files: number
  /** With the operators. */
  readonly users: number
  /** How often the operator has begun to look at the room as another person. */
  readonly views: number
}

export const STEPS = ['upload', 'invite', 'check'] as const
export type Step = (typeof STEPS)[number]

/** The steps that are taken already: files and people count whoever brought them, looking as another person counts for the operator alone. */
export const stepsTaken = ({ files, users, views }: RoomBeginning): readonly Step[] => {
  const isTaken: Record<Step, boolean> = { upload: files > 0, invite: users > 1, check: views > 0 }
  return STEPS.filter((step) => isTaken[step])
}
