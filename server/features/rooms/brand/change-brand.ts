import { GROUNDS, type Ground, nearestReadable } from '../../../../contract/core/contrast.ts'
import type { ActivityDetails } from '../../../../contract/features/activity.ts'
import type { BrandSettings } from '../../../../contract/features/rooms/brand.ts'
import type { Actor } from '../../../access/actor.ts'
import { relyOn } from '../../../access/rules-in-use.store.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { RELEASE_RULES } from '../../../platform/db/process-row.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { parseAddress } from '../../../platform/mail/address.ts'
import { lockTree } from '../change-content.ts'
import type { BrandParts } from './brand.parts.ts'
import { findBrand, findLogos } from './brand.read.ts'
import { putBrand } from './brand.store.ts'
import { drawLogo, type GivenLogo, keepLogo } from './logos.ts'

type BrandPart = ActivityDetails<'room.brand'>['changed'][number]

export interface GivenBrand {
  readonly settings: BrandSettings
  /** This is Base64; null removes it, undefined keeps it. */
  readonly logo: string | null | undefined
  readonly logoDark: string | null | undefined
}

/** Mail programs show this name, so it must not look like an address. */
const MISLEADING = /[@<>"]|\p{Cf}/u

const ACCENTS = { light: 'accent', dark: 'accentDark' } as const satisfies Record<
  Ground,
  keyof BrandSettings
>

/** @throws Refusal COLOR_CONTRAST, SENDER_NAME, REPLY_ADDRESS */
function checked(settings: BrandSettings): BrandSettings {
  for (const ground of GROUNDS) {
    const color = settings[ACCENTS[ground]]
    const nearest = color === null ? null : nearestReadable(color, ground)
    if (color !== null && nearest !== null && nearest !== color)
      throw new Refusal('COLOR_CONTRAST', { variables: { color, nearest } })
  }
  if (MISLEADING.test(settings.sender.normalize('NFKC'))) throw new Refusal('SENDER_NAME')
  const replyTo = settings.replyTo.trim()
  const address = replyTo === '' ? '' : parseAddress(replyTo)
  if (address === undefined) throw new Refusal('REPLY_ADDRESS')
  return { ...settings, replyTo: address, footer: settings.footer.trim() }
}

/** Draws images before the transaction. @throws Refusal LOGO_REFUSED, as `checked` */
export async function changeBrand(
  parts: BrandParts,
  actor: Actor,
  given: GivenBrand,
  signal: AbortSignal,
): Promise<void> {
  const settings = checked(given.settings)
  const light = await drawLogo(parts.stampImages, given.logo, signal)
  const dark = await drawLogo(parts.stampImages, given.logoDark, signal)
  await parts.database.transaction(async (tx) => {
    const { roomId } = await parts.confirm(tx, actor, 'room.configure')
    await lockTree(tx, roomId)
    // An older release would leave the brand in a destroyed room.
    await relyOn(tx, RELEASE_RULES.signOn)
    const before = await findBrand(tx, roomId)
    const names = Object.keys(before) as (keyof BrandSettings)[]
    const changed: BrandPart[] = names.filter((name) => before[name] !== settings[name])
    if (changed.length > 0) await putBrand(tx, roomId, settings)
    changed.push(...(await keepLogos(parts, tx, roomId, { light, dark })))
    if (changed.length === 0) return
    await parts.activity.record(tx, actor, 'room.brand', {
      changed,
      firm: settings.firm,
      sender: settings.sender,
    })
    await parts.bus.publish(tx, { room: roomId, kind: 'room' })
  })
}

async function keepLogos(
  { encryptor }: Pick<BrandParts, 'encryptor'>,
  tx: Tx,
  roomId: number,
  given: Readonly<Record<Ground, GivenLogo>>,
): Promise<BrandPart[]> {
  const known = new Map(
    (await findLogos(tx, roomId)).map(({ ground, version }) => [ground, version]),
  )
  const changed: BrandPart[] = []
  for (const ground of GROUNDS)
    if (await keepLogo(tx, encryptor, { roomId, ground, known: known.get(ground) }, given[ground]))
      changed.push(ground === 'light' ? 'logo' : 'logoDark')
  return changed
}
