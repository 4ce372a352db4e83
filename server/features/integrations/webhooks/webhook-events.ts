import type { ActivityKind } from '../../../../contract/features/activity.ts'
import type { WebhookEvent } from '../../../../contract/features/programs/webhook-events.ts'
import type { AnnouncedEntry } from '../../audit/index.ts'

const PHASE_EVENTS = {
  open: 'room.reopened',
  frozen: 'room.frozen',
  closed: 'room.closed',
} as const

type Details = Readonly<Record<string, unknown>>

const EVENTS: Partial<
  Record<ActivityKind, WebhookEvent | ((details: Details) => WebhookEvent | undefined)>
> = {
  'room.created': 'room.created',
  'room.renamed': 'room.renamed',
  'room.phase': ({ phase, from }) =>
    phase === from ? undefined : PHASE_EVENTS[phase as keyof typeof PHASE_EVENTS],
  'room.scheduled': ({ closesAt }) => (closesAt === null ? undefined : 'room.closing-scheduled'),
  'room.destruction-asked': 'room.destruction-requested',
  'room.destroyed': 'room.destroyed',
  'member.invited': 'member.added',
  'member.removed': 'member.removed',
  'document.uploaded': 'document.added',
  'document.published': 'document.published',
  'thread.created': ({ type, state }) =>
    type === 'QUESTION' && state !== 'DRAFT' ? 'question.asked' : undefined,
  'thread.moved': ({ from, to }) =>
    from === 'DRAFT' && to === 'SUBMITTED'
      ? 'question.asked'
      : to === 'DELIVERED'
        ? 'question.answered'
        : undefined,
}

export function webhookEventOf({
  kind,
  details,
}: Pick<AnnouncedEntry, 'kind' | 'details'>): WebhookEvent | undefined {
  const event = EVENTS[kind]
  return typeof event === 'function' ? event(details as Details) : event
}
