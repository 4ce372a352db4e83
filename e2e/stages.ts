import type { Page } from '@playwright/test'
import type { SceneRole, SceneRoom, Stage } from '../tools/screens/scenes.mjs'
import { textsOf } from '../tools/screens/texts.mjs'
import { type House, type RememberedSession, sessionOf } from './house.ts'

/** Opens a page with what a browser remembers of a session. */
export type NewPage = (session: RememberedSession | undefined) => Promise<Page>

interface StageOptions {
  readonly url: string
  readonly house: House
  /** A room with nobody and nothing else in it. */
  readonly alone: { readonly pin: string; readonly code: string }
  readonly newPage: NewPage
}

/** A stage for each kind of person, in Korean, made when a scene first needs it. */
export class Stages {
  readonly #stages = new Map<SceneRole, Stage>()
  readonly #options: StageOptions

  constructor(options: StageOptions) {
    this.#options = options
  }

  async of(role: SceneRole): Promise<Stage> {
    const known = this.#stages.get(role)
    if (known) return known
    const { house, newPage } = this.#options
    const stage = { page: await newPage(await this.#sessionOf(role)), t: textsOf('ko'), room: sceneRoomOf(house) }
    this.#stages.set(role, stage)
    return stage
  }

  async #sessionOf(role: SceneRole): Promise<RememberedSession | undefined> {
    const { url, house, alone } = this.#options
    switch (role) {
      case 'visitor':
        return undefined
      case 'newcomer':
        return sessionOf(url, house.reader.pin, { agrees: false })
      case 'participant':
        return sessionOf(url, house.reader.pin)
      case 'operator':
        return sessionOf(url, house.room.pin)
      case 'raised':
        return sessionOf(url, house.room.pin, { code: house.room.code })
      case 'alone':
        return sessionOf(url, alone.pin, { code: alone.code })
    }
  }
}

const idOf = (house: House, path: string): number => {
  const id = house.ids[path]
  if (id === undefined) throw new Error(`the house has no ${path}`)
  return id
}

/** The house as scenes know a room. */
const sceneRoomOf = (house: House): SceneRoom => ({
  folder: idOf(house, '01 계약'),
  emptyFolder: idOf(house, '03 빈 폴더'),
  document: idOf(house, '01 계약/계약서 초안.pdf'),
  documentName: '계약서 초안.pdf',
})
