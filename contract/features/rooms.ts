import { z } from 'zod'
import { READING_LIMIT_MAX, WATERMARK_STRENGTH } from '../core/limits.ts'
import { operation } from '../core/operation.ts'
import { OPERATOR_SCOPES } from '../core/permissions.ts'
import { PHASES } from '../core/phase.ts'
import { done, id, instant, line, pathId } from '../core/schemas.ts'
import { lastNumbering, numbering, numberingScope } from './documents/numbering.ts'

/** `MAIL_NOT_SET_UP` means that mails reach nobody, `SETUP_PENDING` that the first room has no names. */
const notice = z.enum(['MAIL_NOT_SET_UP', 'SETUP_PENDING'])

export const roomName = line(100).pipe(z.string().min(1))

export const viewing = z.object({
  selection: z.boolean(),
  /** A likely screen capture hides the page and is logged. */
  strict: z.boolean(),
  imageCopies: z.boolean(),
})
export type Viewing = z.infer<typeof viewing>

export const watermarkStyle = z.object({
  /** `standard` has 30 fine lines in 3 columns and 5 large marks. */
  density: z.enum(['light', 'standard', 'dense']),
  strength: z.int().min(WATERMARK_STRENGTH.least).max(WATERMARK_STRENGTH.most),
})
export type WatermarkStyle = z.infer<typeof watermarkStyle>

export const entering = z.object({
  secondStep: z.boolean(),
})
export type Entering = z.infer<typeof entering>

export const reporting = z.object({
  /** Days with activity bring a mail with the signed checkpoint of the log. */
  dailyMail: z.boolean(),
})
export type Reporting = z.infer<typeof reporting>

const readingLimit = z.int().min(1).max(READING_LIMIT_MAX)

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

export const roomPhase = z.object({
  phase: z.enum(PHASES),
  /** Null means no earlier phase. */
  phaseAt: instant.nullable(),
  closesAt: instant.nullable(),
  /** Destruction starts then at the latest. */
  destroysAt: instant.nullable(),
})
export type RoomPhase = z.infer<typeof roomPhase>

/** `version` changes with the image. */
export const logo = z.object({ version: z.string(), width: z.int(), height: z.int() })

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
      /** One proof of their address lets people enter from their other rooms without a PIN. */
      crossing: z.boolean(),
      reporting,
      /** Uploads wait for publication by default. Only operators receive this. */
      staging: z.boolean().optional(),
      numbering,
      /** Only operators receive this. */
      numberingScope: numberingScope.optional(),
      /** In an index never numbered, gaps in shared numbers would reveal hidden items. Only operators receive this. */
      proposesGroupNumbers: z.boolean().optional(),
      /** Names in zips and archives begin with numbers. Only operators receive this. */
      numberedNames: z.boolean().optional(),
      /** Only full operators receive this. */
      lastNumbering: lastNumbering.optional(),
      /** Without a brand, the room looks like the product. */
      brand: roomBrand.optional(),
      createdAt: instant,
      ...roomPhase.shape,
    }),
    beside: z.object({
      raised: z.boolean(),
      notices: z.array(notice),
      notifyAfterMinutes: z.int().nonnegative(),
      scope: z.enum(OPERATOR_SCOPES).optional(),
      leads: z.literal(true).optional(),
    }),
  },
})

const configuring = {
  credential: 'session',
  delivers: 'none',
  permission: 'room.configure',
} as const

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
  summary:
    'Turns the daily mail to operators on or off. Activity while the mail is off is never mailed.',
  ...configuring,
  body: z.strictObject({ id, ...reporting.shape }),
  identity: { body: { id: 'room' } },
  answer: { kind: 'json', payload: done },
})

export const updateStaging = operation({
  name: 'rooms.updateStaging',
  method: 'PUT',
  path: '/room/api/room/update/staging',
  summary:
    'Sets whether uploads wait to be published, unless a folder or the upload sets otherwise. Existing items do not change.',
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
  summary:
    'Sets how fast members may read in the room. The limit for an hour cannot be below that for a minute.',
  ...configuring,
  body: z.strictObject({ id, ...readingLimits.shape }),
  identity: { body: { id: 'room' } },
  answer: { kind: 'json', payload: done },
})
