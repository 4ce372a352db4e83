import type { z } from 'zod'
import type { passkey, requestOptions } from '../../../../contract/features/passkeys.ts'
import type { PasskeyRow } from './passkeys.read.ts'

type NamedPasskey = Pick<PasskeyRow, 'id' | 'name' | 'created_at' | 'used_at'>
type Credential = Pick<PasskeyRow, 'credential_id' | 'transports'>

export const presentPasskey = ({
  id,
  name,
  created_at,
  used_at,
}: NamedPasskey): z.input<typeof passkey> => ({
  id,
  name,
  createdAt: created_at.toISOString(),
  usedAt: used_at?.toISOString() ?? null,
})

export const presentDescriptor = ({
  credential_id,
  transports,
}: Credential): z.input<typeof requestOptions>['allowCredentials'][number] => ({
  id: credential_id.toString('base64url'),
  type: 'public-key',
  transports,
})
