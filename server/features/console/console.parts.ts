import type { PayloadIn } from '../../../contract/core/operation.ts'
import type { health } from '../../../contract/features/console/console-installation.ts'
import type { Sender } from '../../platform/mail/address.ts'
import type { MailTransport } from '../../platform/mail/mail.ts'
import type { IntegrationParts } from '../integrations/index.ts'
import type { MemberParts } from '../members/index.ts'
import type { SessionParts } from '../session/index.ts'

export interface ConsoleParts extends IntegrationParts {
  readonly confirm: MemberParts['confirm']
  readonly transport: MailTransport
  readonly from: Sender
  readonly relyingParties: SessionParts['relyingParties']
  readonly readHealth: () => Promise<PayloadIn<typeof health>>
}
