import type { z } from 'zod'
import type { passkey, requestOptions } from '../../../../contract/features/passkeys.ts'
import type { PasskeyRow } from './passkeys.read.ts'

export const presentPasskey = ({ id, name, created_at, used_at }: PasskeyRow): z.input<typeof passkey> => ({
  id,
  name,
  createdAt: created_at.toISOString(),
  usedAt: used_at?.toISOString() ?? null,
})

export const presentDescriptor = ({
  credential_id,
  transports,
}: PasskeyRow): z.input<typeof requestOptions>['allowCredentials'][number] => ({
  id: credential_id.toString('base64url'),
  type: 'public-key',
  transports,
})
