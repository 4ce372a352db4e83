import type { Page } from '@playwright/test'

/** Whose session a page holds; `alone` is the raised operator of a room with nobody and nothing else in it. */
export type SceneRole = 'visitor' | 'newcomer' | 'participant' | 'operator' | 'raised' | 'alone'

/** What lies in the room, by id. */
export interface SceneRoom {
  readonly folder: number
  readonly emptyFolder: number
  /** In `folder`, with a preview. */
  readonly document: number
  readonly documentName: string
}

export interface Stage {
  /** On the server of the room, so that paths are enough. */
  readonly page: Page
  readonly t: (key: string, variables?: Readonly<Record<string, unknown>>) => string
  readonly room: SceneRoom
}

export interface Scene {
  readonly name: string
  /** The scene of the same screen in its usual state, where this one shows it in another state. */
  readonly of?: string
  readonly as: SceneRole
  readonly minWidth?: number
  readonly maxWidth?: number
  open(stage: Stage): Promise<unknown>
}

export const SCENES: readonly Scene[]
export function openScene(scene: Scene, stage: Stage): Promise<void>
export function fits(scene: Scene, width: number): boolean
