import {
  type EncryptedColumn,
  encryptedField,
} from '../../../platform/encryption/encrypted-column.ts'

export const appPurpose = (memberId: number): string => `authenticator-app:${memberId}`

export const encryptedAppColumns: readonly EncryptedColumn[] = [
  encryptedField('authenticator_apps', 'sealed', appPurpose, ['member_id']),
]
