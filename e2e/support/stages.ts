import type { Page } from '@playwright/test'
import type { SceneRole, SceneRoom, Stage } from '../../tools/screens/scenes.mjs'
import { textsOf } from '../../tools/screens/texts.mjs'
import { type FurnishedRoom, type RememberedSession, sessionOf } from './furnished-room.ts'

export type NewPage = (session: RememberedSession | undefined) => Promise<Page>

interface StageOptions {
  readonly url: string
  readonly app: FurnishedRoom
  readonly alone: { readonly pin: string; readonly code: string }
  readonly newPage: NewPage
}

export class Stages {
  readonly #stages = new Map<SceneRole, Stage>()
  readonly #options: StageOptions

  constructor(options: StageOptions) {
    this.#options = options
  }

  async of(role: SceneRole): Promise<Stage> {
    const known = this.#stages.get(role)
    if (known) return known
    const { app, newPage } = this.#options
    const stage = {
      page: await newPage(await this.#sessionOf(role)),
      t: textsOf('ko'),
      room: sceneRoomOf(app),
    }
    this.#stages.set(role, stage)
    return stage
  }

  async #sessionOf(role: SceneRole): Promise<RememberedSession | undefined> {
    const { url, app, alone } = this.#options
    switch (role) {
      case 'visitor':
        return undefined
      case 'newcomer':
        return sessionOf(url, app.reader.pin, { agrees: false })
      case 'participant':
        return sessionOf(url, app.reader.pin)
      case 'operator':
        return sessionOf(url, app.room.pin)
      case 'raised':
        return sessionOf(url, app.room.pin, { code: app.room.code })
      case 'alone':
        return sessionOf(url, alone.pin, { code: alone.code })
    }
  }
}

const idOf = (app: FurnishedRoom, path: string): number => {
  const id = app.ids[path]
  if (id === undefined) throw new Error(`the house has no ${path}`)
  return id
}

const sceneRoomOf = (app: FurnishedRoom): SceneRoom => ({
  folder: idOf(app, '01 계약'),
  emptyFolder: idOf(app, '03 빈 폴더'),
  document: idOf(app, '01 계약/계약서 초안.pdf'),
  documentName: '계약서 초안.pdf',
})
