export type ActivityTables = {
  activity_entries: {
    id: number
    room_id: number
    user_id: number | null
    member_id: number | null
    kind: string
    item_id: number | null
    at: Date
    sealed: Buffer
    seq: number | null
    reading: number | null
    continues: number | null
    folded: boolean
    /** Only a reading's newest entry has this. */
    summary: Buffer | null
  }
  activity_trees: { room_id: number; size: number; note: string }
  activity_tiles: { room_id: number; level: number; index: number; hashes: Buffer }
  /** `folded` counts the superseded ones among `entries`. */
  activity_days: {
    room_id: number
    day: string
    user_id: number
    kind: string
    entries: number
    folded: number
  }
  activity_items: {
    room_id: number
    item_id: number
    day: string
    user_id: number
    views: number
    prints: number
    downloads: number
    seconds: number
  }
  activity_pages: {
    room_id: number
    item_id: number
    user_id: number
    page: number
    seconds: number
  }
  rooms: {
    id: number
    zone: string
    vault: string
    created_at: Date
    name: string
    room_no: string
  }
  members: {
    id: number
    room_id: number
    user_id: number
    name: string
    position: string
    email: string
    ended_at: Date | null
  }
}
