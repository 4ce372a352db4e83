import { type GuideCard, guideCard } from '../../../contract/features/guides.ts'
import type { Actor } from '../../access/actor.ts'
import type { MemberParts } from './members.parts.ts'
import { findClosedGuides } from './members.read.ts'
import { addClosedGuide } from './members.store.ts'

const isCard = (name: string): name is GuideCard => guideCard.safeParse(name).success

export const listClosedGuides = async (
  { database }: Pick<MemberParts, 'database'>,
  { memberId }: Actor,
): Promise<GuideCard[]> => (await findClosedGuides(database.db, memberId)).filter(isCard)

export const closeGuide = (
  { database }: Pick<MemberParts, 'database'>,
  { memberId }: Actor,
  card: GuideCard,
): Promise<void> => addClosedGuide(database.db, memberId, card)
