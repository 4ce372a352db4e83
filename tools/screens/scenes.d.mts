import type { Page } from '@playwright/test'

/** `alone` is an elevated operator session in an otherwise empty room. */
export type SceneRole = 'visitor' | 'newcomer' | 'participant' | 'operator' | 'raised' | 'alone'

export interface SceneRoom {
  readonly folder: number
  readonly emptyFolder: number
  /** It lies in `folder` and has a preview. */
  readonly document: number
  readonly documentName: string
}

export interface Stage {
  /** Paths suffice. */
  readonly page: Page
  readonly t: (key: string, variables?: Readonly<Record<string, unknown>>) => string
  readonly room: SceneRoom
}

export interface Scene {
  readonly name: string
  /** It names the base scene of another state. */
  readonly of?: string
  readonly as: SceneRole
  readonly minWidth?: number
  readonly maxWidth?: number
  open(stage: Stage): Promise<unknown>
}

export const SCENES: readonly Scene[]
export function openScene(scene: Scene, stage: Stage): Promise<void>
export function fits(scene: Scene, width: number): boolean
