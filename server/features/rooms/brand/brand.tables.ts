import type { Ground } from '../../../../contract/core/contrast.ts'

export type BrandTables = {
  brands: {
    room_id: number
    firm: string
    accent: string | null
    accent_dark: string | null
    sender: string
    reply_to: string
    footer: string
  }
  brand_logos: {
    room_id: number
    ground: Ground
    sealed: Buffer
    width: number
    height: number
    version: string
  }
}
