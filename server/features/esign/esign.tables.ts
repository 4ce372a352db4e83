import type { Generated } from 'kysely'
import type {
  ComposedStatus,
  ParticipantStatus,
  ParticipantType,
} from '../../../contract/features/composed.ts'
import type { Size } from '../../../paper/space/page-space.ts'

export type TemplateEventKind =
  | 'sent'
  | 'invited'
  | 'reminded'
  | 'opened'
  | 'signed'
  | 'approved'
  | 'declined'
  | 'expired'
  | 'cancelled'
  | 'seal-failed'

export type EsignTables = {
  compose_files: {
    id: Generated<number>
    room_id: number
    content_uid: string
    size: number
    sealed_sha256: Buffer
    sealed_origin_sha256: Buffer | null
    blob_id: string
    wrapped_key: Buffer
    created_at: Date
  }
  templates: {
    id: Generated<number>
    room_id: number
    created_by: number
    created_at: Date
    name: string
    origin_name: string
    status: Generated<ComposedStatus>
    source_id: number
    origin_item_id: number | null
    result_id: number | null
    /** Sizes are in points, as displayed. */
    pages: Size[]
    sign_valid: number
    water_mark: boolean
    was_signed: boolean
    sealed: Buffer
    revision: Generated<number>
    edit_noted_at: Date | null
    sent_at: Date | null
    ended_at: Date | null
    failure: string | null
    failed_at: Date | null
  }
  template_participants: {
    id: Generated<number>
    room_id: number
    template_id: number
    name: string
    email: string
    type: ParticipantType
    sign_order: Generated<number>
    status: Generated<ParticipantStatus>
    token_digest: Buffer | null
    language: Generated<string>
    invited_at: Date | null
    expires_at: Date | null
    linked_at: Date | null
    opened_at: Date | null
    done_at: Date | null
    downloaded_at: Generated<Date | null>
    downloaded_file: Generated<number | null>
    viewed_at: Generated<Date | null>
    viewed_file: Generated<number | null>
    refusals: Generated<Readonly<Record<string, string>>>
    sealed: Buffer | null
  }
  template_boxes: {
    id: Generated<number>
    room_id: number
    template_id: number
    key: string
    ordinal: number
    type: 'SIGN' | 'TEXT'
    page: number
    x: number
    y: number
    w: number
    h: number
    participant_id: number | null
    required: boolean
    sealed: Buffer | null
  }
  template_events: {
    id: Generated<number>
    room_id: number
    template_id: number
    participant_id: number | null
    kind: TemplateEventKind
    at: Date
    sealed: Buffer | null
  }
  compose_images: {
    id: Generated<number>
    room_id: number
    created_by: number
    width: number
    height: number
    size: number
    sealed: Buffer
    created_at: Date
  }
  template_images: {
    template_id: number
    image_id: number
  }
}
