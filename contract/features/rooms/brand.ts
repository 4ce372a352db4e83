import { z } from 'zod'
import { GROUNDS } from '../../core/contrast.ts'
import { LIMITS } from '../../core/limits.ts'
import { operation } from '../../core/operation.ts'
import { done, id, line, pathId } from '../../core/schemas.ts'
import { text } from '../composed.ts'
import { logo } from '../rooms.ts'

/** The color has the form `#rrggbb`. */
const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i)
  .transform((hex) => hex.toLowerCase())

/** Empty or null means the product's value. */
export const brandSettings = z.strictObject({
  firm: line(60),
  /** The accent applies to light surfaces. */
  accent: color.nullable(),
  accentDark: color.nullable(),
  /** Mails show this name with the installation's address. */
  sender: line(60),
  replyTo: z.string().max(254),
  /** This precedes the product's sentences at the end of mails. */
  footer: text(500),
})
export type BrandSettings = z.output<typeof brandSettings>

const logos = z.object({ light: logo.optional(), dark: logo.optional() })

export const read = operation({
  name: 'brand.read',
  method: 'GET',
  path: '/room/api/room/brand/:roomId',
  summary: 'Returns the brand of the room as operators set it, and the sizes of its logos.',
  credential: 'session',
  delivers: 'none',
  permission: 'room.configure',
  params: z.strictObject({ roomId: pathId }),
  identity: { params: { roomId: 'room' } },
  answer: { kind: 'json', payload: z.object({ ...brandSettings.shape, logos }) },
})

/** The file is a PNG, JPEG or SVG in base64; null removes the logo, and undefined keeps it. */
const file = z
  .base64()
  .max(Math.ceil(LIMITS.logoBytes / 3) * 4)
  .nullable()
  .optional()

export const update = operation({
  name: 'brand.update',
  method: 'PUT',
  path: '/room/api/room/update/brand',
  summary:
    'Sets the brand of the room. Colours need a contrast of 4.5:1 to every surface and to the words on buttons. Others are refused with the nearest valid colour. Logos are stored as PNG of at most 640 pixels a side.',
  credential: 'session',
  delivers: 'none',
  permission: 'room.configure',
  bodyBytes: 3 * LIMITS.logoBytes,
  body: z.strictObject({ id, ...brandSettings.shape, logo: file, logoDark: file }),
  identity: { body: { id: 'room' } },
  answer: { kind: 'json', payload: done },
})

export const logoImage = operation({
  name: 'brand.logo',
  method: 'GET',
  path: '/room/api/room/logo/:roomId/:ground',
  summary:
    'Returns a logo of the room as PNG, also before the agreement, which shows the logo, is accepted.',
  credential: 'session',
  delivers: 'none',
  permission: 'room.read',
  viewAs: true,
  params: z.strictObject({ roomId: pathId, ground: z.enum(GROUNDS) }),
  identity: { params: { roomId: 'room' } },
  answer: { kind: 'bytes', types: ['image/png'] },
})
