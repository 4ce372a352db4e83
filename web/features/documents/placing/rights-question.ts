export type PlacedRights = 'inherit' | 'keep'
export type RightsAnswer = PlacedRights | 'cancel'

export interface RightsQuestion {
  readonly isCopy: boolean
  readonly name: string
  readonly groupIds: readonly number[]
}
