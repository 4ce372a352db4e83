import type { ChallengeMaker } from '../../../../platform/webauthn/signed-challenge.ts'
import type { SessionParts } from '../../session.parts.ts'

export const makerOf = ({
  secrets,
  clock,
}: Pick<SessionParts, 'secrets' | 'clock'>): ChallengeMaker => ({
  macOf: (text) => secrets.digestOf('passkey-challenge', text),
  now: clock.now(),
})
