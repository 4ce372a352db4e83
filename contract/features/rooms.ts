import { z } from 'zod'
import { READING_LIMIT_MAX, WATERMARK_STRENGTH } from '../core/limits.ts'
import { operation } from '../core/operation.ts'
import { OPERATOR_SCOPES } from '../core/permissions.ts'
import { PHASES } from '../core/phase.ts'
import { done, id, instant, line, pathId } from '../core/schemas.ts'
import { lastNumbering, numbering, numberingScope } from './documents/numbering.ts'

/** `MAIL_NOT_SET_UP`: mails reach nobody. `SETUP_PENDING`: the first room has no names yet. */
const notice = z.enum(['MAIL_NOT_SET_UP', 'SETUP_PENDING'])

export const roomName = line(100).pipe(z.string().min(1))

export const viewing = z.object({
  /** Search works either way. */
  selection: z.boolean(),
  /** Screen capture attempts hide the page and are logged. */
  strict: z.boolean(),
  /** Watermarked copies consist of page images. */
  imageCopies: z.boolean(),
})
export type Viewing = z.infer<typeof viewing>

export const watermarkStyle = z.object({
  /** `standard` has 30 fine lines in 3 columns and five large marks. */
  density: z.enum(['light', 'standard', 'dense']),
  strength: z.int().min(WATERMARK_STRENGTH.least).max(WATERMARK_STRENGTH.most),
})
export type WatermarkStyle = z.infer<typeof watermarkStyle>

export const entering = z.object({
  /** New devices need a mailed code besides the PIN. */
  secondStep: z.boolean(),
})
export type Entering = z.infer<typeof entering>

export const reporting = z.object({
  /** Sent for days with activity, with the signed log checkpoint. */
  dailyMail: z.boolean(),
})
export type Reporting = z.infer<typeof reporting>

const readingLimit = z.int().min(1).max(READING_LIMIT_MAX)

/** Beyond a limit answers are delayed, beyond twice a limit refused. */
export const readingLimits = z.object({
  documentsPerMinute: readingLimit,
  pagesPerMinute: readingLimit,
  /** Prints count as downloads. */
  downloadsPerMinute: readingLimit,
  documentsPerHour: readingLimit,
  pagesPerHour: readingLimit,
  downloadsPerHour: readingLimit,
})
export type ReadingLimits = z.infer<typeof readingLimits>

/** Visible to all members. */
export const roomPhase = z.object({
  phase: z.enum(PHASES),
  /** Null without an earlier phase. */
  phaseAt: instant.nullable(),
  closesAt: instant.nullable(),
  /** Latest start of a requested destruction. */
  destroysAt: instant.nullable(),
})
export type RoomPhase = z.infer<typeof roomPhase>

/** `version` changes with the image. */
export const logo = z.object({ version: z.string(), width: z.int(), height: z.int() })

/** What a room shows of its brand. */
const roomBrand = z.object({
  firm: z.string(),
  accent: z.string().nullable(),
  accentDark: z.string().nullable(),
  logo: logo.optional(),
  logoDark: logo.optional(),
})
export type RoomBrand = z.infer<typeof roomBrand>

export const info = operation({
  name: 'rooms.info',
  method: 'GET',
  path: '/room/api/room/info/:roomId',
  summary:
    'Returns name, number and switches of the room. Also returns whether this session has the operator area open, server notices for operators, and how long new documents are gathered for one mail.',
  credential: 'session',
  delivers: 'none',
  permission: 'room.read',
  viewAs: true,
  params: z.strictObject({ roomId: pathId }),
  identity: { params: { roomId: 'room' } },
  answer: {
    kind: 'json',
    payload: z.object({
      roomName: z.string(),
      roomNo: z.string(),
      watermark: z.boolean(),
      noti: z.boolean(),
      watermarkStyle,
      viewing,
      entering,
      /** People may come from their other rooms without a PIN, after one proof of their address. */
      crossing: z.boolean(),
      reporting,
      /** What is uploaded waits for its publication, unless a folder or the upload says otherwise. For operators alone. */
      staging: z.boolean().optional(),
      /** Of the index. Items have numbers unless it is off. */
      numbering,
      /** For operators alone. */
      numberingScope: numberingScope.optional(),
      /** The index was never numbered, and gaps in numbers for everybody would show a group that items are hidden. For operators alone. */
      proposesGroupNumbers: z.boolean().optional(),
      /** Names in zips and archives begin with numbers. For operators alone. */
      numberedNames: z.boolean().optional(),
      /** For full operators alone. */
      lastNumbering: lastNumbering.optional(),
      /** Absent where the room looks as the product does. */
      brand: roomBrand.optional(),
      createdAt: instant,
      ...roomPhase.shape,
    }),
    beside: z.object({
      raised: z.boolean(),
      notices: z.array(notice),
      /** For which new documents share one mail. */
      notifyAfterMinutes: z.int().nonnegative(),
      /** Of operators. */
      scope: z.enum(OPERATOR_SCOPES).optional(),
      /** The caller proposes people for the own group. */
      leads: z.literal(true).optional(),
    }),
  },
})

const configuring = { credential: 'session', delivers: 'none', permission: 'room.configure' } as const

export const updateName = operation({
  name: 'rooms.updateName',
  method: 'POST',
  path: '/room/api/room/update/name',
  summary: 'Renames the room. Past entries and mails keep the previous name.',
  ...configuring,
  body: z.strictObject({ id, roomName }),
  identity: { body: { id: 'room' } },
  answer: { kind: 'json', payload: done },
})

export const updateToggles = operation({
  name: 'rooms.updateToggles',
  method: 'PUT',
  path: '/room/api/room/update/toggle',
  summary: 'Turns the watermark and the new-document notification on or off.',
  ...configuring,
  body: z.strictObject({ id, noti: z.boolean(), watermark: z.boolean() }),
  identity: { body: { id: 'room' } },
  answer: { kind: 'json', payload: done },
})

export const updateViewing = operation({
  name: 'rooms.updateViewing',
  method: 'PUT',
  path: '/room/api/room/update/viewing',
  summary: 'Updates how documents are read in the room. Omitted fields keep their values.',
  ...configuring,
  body: z.strictObject({ id, ...viewing.partial().shape }),
  identity: { body: { id: 'room' } },
  answer: { kind: 'json', payload: done },
})

export const updateWatermarkStyle = operation({
  name: 'rooms.updateWatermarkStyle',
  method: 'PUT',
  path: '/room/api/room/update/watermark',
  summary: 'Updates how the watermark looks in everything delivered afterwards.',
  ...configuring,
  body: z.strictObject({ id, ...watermarkStyle.shape }),
  identity: { body: { id: 'room' } },
  answer: { kind: 'json', payload: done },
})

export const updateEntering = operation({
  name: 'rooms.updateEntering',
  method: 'PUT',
  path: '/room/api/room/update/entering',
  summary: 'Turns the second step on or off for all later entries.',
  ...configuring,
  body: z.strictObject({ id, ...entering.shape }),
  identity: { body: { id: 'room' } },
  answer: { kind: 'json', payload: done },
})

export const updateCrossing = operation({
  name: 'rooms.updateCrossing',
  method: 'PUT',
  path: '/room/api/room/update/crossing',
  summary: 'Allows or forbids entry from other rooms without a PIN. Open sessions continue.',
  ...configuring,
  body: z.strictObject({ id, crossing: z.boolean() }),
  identity: { body: { id: 'room' } },
  answer: { kind: 'json', payload: done },
})

export const updateReporting = operation({
  name: 'rooms.updateReporting',
  method: 'PUT',
  path: '/room/api/room/update/reporting',
  summary: 'Turns the daily mail to operators on or off. Activity while the mail is off is never mailed.',
  ...configuring,
  body: z.strictObject({ id, ...reporting.shape }),
  identity: { body: { id: 'room' } },
  answer: { kind: 'json', payload: done },
})

export const updateStaging = operation({
  name: 'rooms.updateStaging',
  method: 'PUT',
  path: '/room/api/room/update/staging',
  summary: 'Sets whether uploads wait to be published, unless a folder or the upload sets otherwise. Existing items do not change.',
  ...configuring,
  body: z.strictObject({ id, staging: z.boolean() }),
  identity: { body: { id: 'room' } },
  answer: { kind: 'json', payload: done },
})

export const readReadingLimits = operation({
  name: 'rooms.readReadingLimits',
  method: 'GET',
  path: '/room/api/room/readingLimits/:roomId',
  summary: 'Returns how fast members may read in the room before answers are delayed.',
  ...configuring,
  params: z.strictObject({ roomId: pathId }),
  identity: { params: { roomId: 'room' } },
  answer: { kind: 'json', payload: readingLimits },
})

export const updateReadingLimits = operation({
  name: 'rooms.updateReadingLimits',
  method: 'PUT',
  path: '/room/api/room/update/readingLimits',
  summary: 'Sets how fast members may read in the room. The limit for an hour cannot be below that for a minute.',
  ...configuring,
  body: z.strictObject({ id, ...readingLimits.shape }),
  identity: { body: { id: 'room' } },
  answer: { kind: 'json', payload: done },
})
