import type {
  ComposedStatus,
  ParticipantStatus,
  ParticipantType,
} from '../../../contract/features/composed.ts'
import type { TextKey } from '../../lib/i18n.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Chip } from '../../ui/list/chip.tsx'

type Tone = 'neutral' | 'ok' | 'warn' | 'danger'

const DOCUMENT: Readonly<Record<ComposedStatus, readonly [TextKey, Tone]>> = {
  DRAFT: ['compose.draft', 'neutral'],
  SENT: ['compose.sent', 'warn'],
  SEALING: ['compose.sealing', 'warn'],
  COMPLETED: ['compose.completed', 'ok'],
  DECLINED: ['compose.declined', 'danger'],
  EXPIRED: ['compose.expired', 'danger'],
  FAILED: ['compose.failed', 'danger'],
  CANCELLED: ['compose.cancelled', 'neutral'],
}

const PERSON: Readonly<Record<ParticipantStatus, readonly [TextKey, Tone]>> = {
  WAITING: ['compose.personWaiting', 'neutral'],
  INVITED: ['compose.personInvited', 'warn'],
  OPENED: ['compose.personOpened', 'warn'],
  DONE: ['compose.personDone', 'ok'],
  DECLINED: ['compose.declined', 'danger'],
  EXPIRED: ['compose.expired', 'danger'],
}

const TYPE: Readonly<Record<ParticipantType, TextKey>> = {
  SIGNER: 'compose.signer',
  APPROVER: 'compose.approver',
  CC: 'compose.cc',
}

export function DocumentStatus({ status }: { readonly status: ComposedStatus }) {
  const { t } = useTranslation()
  const [text, tone] = DOCUMENT[status]
  return <Chip tone={tone} text={t(text)} />
}

export function PersonStatus({
  status,
  type,
}: {
  readonly status: ParticipantStatus
  readonly type: ParticipantType
}) {
  const { t } = useTranslation()
  const [text, tone] = PERSON[status]
  const own: TextKey = status === 'DONE' && type === 'APPROVER' ? 'compose.personApproved' : text
  return (
    <Chip tone={tone} text={t(status === 'DONE' && type === 'CC' ? 'compose.personTold' : own)} />
  )
}

export function useTypeName(): (type: ParticipantType) => string {
  const { t } = useTranslation()
  return (type) => t(TYPE[type])
}
