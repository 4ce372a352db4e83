/** Said to the window, so that only what runs an act loads what hears it. */
export const ACT_PROGRESS = 'sealroom-act'

export interface ActProgress {
  readonly act: string
  readonly done: number
  readonly total: number
}
