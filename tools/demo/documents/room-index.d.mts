export interface DemoDocument {
  readonly path: string
  readonly kind: string
  readonly pages?: number
}
export const ROOM_NAME: string
export const FOLDERS: readonly string[]
export const DOCUMENTS: readonly DemoDocument[]
